# faulthandler is enabled before the driver is loaded. argv[1] is how the process ends: "work" or "fault".
import faulthandler
faulthandler.enable()
import sys
import driver_use
driver_use.use()
driver_use.finish(sys.argv[1])

# faulthandler is enabled after the driver is loaded and used. argv[1] is how the process ends: "work" or "fault".
import faulthandler
import sys
import driver_use
driver_use.use()
faulthandler.enable()
driver_use.use()
driver_use.finish(sys.argv[1])

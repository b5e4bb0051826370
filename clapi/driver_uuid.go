package clapi

import (
	"hash/fnv"

	"heddle/clapi/cl"
)

// driverUUID changes with the driver's version. Like the device's (cbridge/machine) it is a hash as a UUID of the
// custom kind (version 8 of RFC 9562).
func driverUUID() []byte {
	hash := fnv.New128a()
	hash.Write([]byte("heddle driver " + DriverVersion))
	id := hash.Sum(make([]byte, 0, cl.UuidSizeKhr))
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

package clapi

import (
	"hash/fnv"

	"heddle/clapi/cl"
)

// deviceUUID is the same in all processes of a machine and, with the machine's own identity in it, on no other machine.
func deviceUUID(d *Device) []byte {
	machine, _ := readSmallFile("/etc/machine-id")
	return uuid("device " + d.machine.Name() + " " + machine)
}

// driverUUID changes with the driver's version.
func driverUUID(*Device) []byte { return uuid("driver " + driverVersion) }

// uuid hashes a name into a UUID of the custom kind (version 8 of RFC 9562).
func uuid(name string) []byte {
	hash := fnv.New128a()
	hash.Write([]byte("heddle " + name))
	id := hash.Sum(make([]byte, 0, cl.UuidSizeKhr))
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

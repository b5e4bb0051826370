package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// partitionProperties: whether the device is a part of another, and what it can be divided into. Those of root devices
// are found in C as well (find_partition in icd/discovery.c).
func partitionProperties() []Property {
	return []Property{
		ofRoot(infoUint64[uint64](0), func(d *Device) []byte { return infoUint64(d.parentHandle()) },
			cl.DeviceParentDevice, cl.DeviceParentDeviceExt),
		ofRoot(infoUint32(1), func(d *Device) []byte { return infoUint32(d.referenceCount()) },
			cl.DeviceReferenceCount, cl.DeviceReferenceCountExt),
		ofRoot(infoUint64[uint64](0), func(d *Device) []byte { return infoUint64(d.partition...) },
			cl.DevicePartitionType),
		ofRoot(infoUint64[uint64](0), func(d *Device) []byte { return infoUint64(d.partitionExt()...) },
			cl.DevicePartitionStyleExt),
		partitionFact("most", OfPartition, cl.DevicePartitionMaxSubDevices, func(d *Device) []byte {
			return infoUint32(d.mostParts())
		}),
		partitionFact("schemes", ListOfPartition, cl.DevicePartitionProperties, func(d *Device) []byte {
			return infoUint64(d.partitionSchemes()...)
		}),
		partitionFact("domains", OfPartition, cl.DevicePartitionAffinityDomain, func(d *Device) []byte {
			return infoUint64(d.partitionDomains())
		}),
		partitionFact("schemes_ext", ListOfPartition, cl.DevicePartitionTypesExt, func(d *Device) []byte {
			return infoUint64(d.partitionSchemesExt()...)
		}),
		partitionFact("domains_ext", ListOfPartition, cl.DeviceAffinityDomainsExt, func(d *Device) []byte {
			return infoUint64(d.partitionDomainsExt()...)
		}),
	}
}

func (d *Device) parentHandle() uintptr {
	if d.parent == nil {
		return 0
	}
	return d.parent.Handle()
}

// mostParts is into how many sub-devices the device can be divided, 0 if it cannot be.
func (d *Device) mostParts() uint32 {
	if units := len(d.cpus()); units > 1 {
		return uint32(units)
	}
	return 0
}

// partitionSchemes are the ways to divide the device, one zero if there is none.
func (d *Device) partitionSchemes() []uint64 {
	switch {
	case d.mostParts() == 0:
		return []uint64{0}
	case d.domains() == 0:
		return []uint64{cl.DevicePartitionEqually, cl.DevicePartitionByCounts}
	}
	return []uint64{cl.DevicePartitionEqually, cl.DevicePartitionByCounts, cl.DevicePartitionByAffinityDomain}
}

func (d *Device) partitionDomains() uint64 {
	set := d.domains()
	if set != 0 {
		set |= cl.DeviceAffinityDomainNextPartitionable
	}
	return set
}

// cl_ext_device_fission names the same in another way.

// schemesExt are the extension's names of ways to divide a device.
var schemesExt = map[uint64]uint64{
	cl.DevicePartitionEqually:          cl.DevicePartitionEquallyExt,
	cl.DevicePartitionByCounts:         cl.DevicePartitionByCountsExt,
	cl.DevicePartitionByAffinityDomain: cl.DevicePartitionByAffinityDomainExt,
}

// domainsExt are the extension's names of affinity domains, by index.
var domainsExt = [Domains]uint64{cl.AffinityDomainNumaExt, cl.AffinityDomainL4CacheExt, cl.AffinityDomainL3CacheExt,
	cl.AffinityDomainL2CacheExt, cl.AffinityDomainL1CacheExt}

// partitionExt is CL_DEVICE_PARTITION_STYLE_EXT.
func (d *Device) partitionExt() []uint64 {
	list := slices.Clone(d.partition)
	list[0] = schemesExt[list[0]]
	if list[0] == cl.DevicePartitionByAffinityDomainExt {
		for i, name := range domainsExt {
			if d.partition[1] == 1<<i {
				list[1] = name
			}
		}
	}
	return list
}

func (d *Device) partitionSchemesExt() []uint64 {
	if d.mostParts() == 0 {
		return []uint64{0}
	}
	list := []uint64{cl.DevicePartitionEquallyExt, cl.DevicePartitionByCountsExt, cl.DevicePartitionByNamesExt}
	if d.domains() != 0 {
		list = append(list, cl.DevicePartitionByAffinityDomainExt)
	}
	return list
}

func (d *Device) partitionDomainsExt() (list []uint64) {
	for i, name := range domainsExt {
		if d.domains()>>i&1 != 0 {
			list = append(list, name)
		}
	}
	if list == nil {
		return []uint64{0}
	}
	return append(list, cl.AffinityDomainNextFissionableExt)
}

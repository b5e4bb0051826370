package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// Sub-devices. A sub-device is some of the processors that stand for a device's compute units, with workers of its own
// that are bound to them. Its queues execute their commands on threads that are bound likewise (events.Options.Runner).
// It shares the code of kernels with all others.

// CPU is a processor that stands for a compute unit.
type CPU struct {
	Number int            // as the system counts processors
	Groups [Domains]int32 // by domain: the same for processors that share one; negative: not known
}

// Domains is the number of ways to group processors by what they share; bit i of CL_DEVICE_AFFINITY_DOMAIN_* is domain
// i: NUMA nodes, and the caches of the levels from 4 to 1.
const Domains = 5

// division is a way to divide a device.
type division struct {
	properties []uint64 // CL_DEVICE_PARTITION_TYPE of the sub-devices
	parts      [][]CPU
}

// SubDevices is the parameters of clCreateSubDevices and clCreateSubDevicesEXT.
type SubDevices struct {
	Properties []uint64 // up to the first zero at which the list, or that of counts in it, ends; nil: NULL
	HasTarget  bool     // out_devices is not NULL
	Count      uint32   // num_devices
}

// CreateSubDevices is clCreateSubDevices. Without a target there is only the number.
func (d *Device) CreateSubDevices(r SubDevices) (made []*Device, count int, err error) {
	if err := d.check(); err != nil {
		return nil, 0, err
	}
	division, err := d.divide(r.Properties)
	if err != nil {
		return nil, 0, err
	}
	return d.createParts(division, r)
}

func (d *Device) createParts(by *division, r SubDevices) (made []*Device, count int, err error) {
	count = len(by.parts)
	if !r.HasTarget {
		return nil, count, nil
	}
	if uint64(r.Count) < uint64(count) {
		return nil, 0, fail(cl.InvalidValue, "num_devices is %d, but there are %d sub-devices", r.Count, count)
	}
	for _, cpus := range by.parts {
		part, err := d.newPart(cpus, by.properties)
		if err != nil {
			for _, one := range made {
				one.drop()
			}
			return nil, 0, err
		}
		made = append(made, part)
	}
	return made, count, nil
}

// divide finds out how a list of properties divides the device.
func (d *Device) divide(list []uint64) (*division, error) {
	if len(list) == 0 {
		return nil, fail(cl.InvalidValue, "properties is NULL or empty")
	}
	scheme, values := list[0], list[1:]
	switch scheme {
	case cl.DevicePartitionEqually, cl.DevicePartitionByAffinityDomain:
		if len(values) != 1 {
			return nil, fail(cl.InvalidValue, "properties has %d values for property %#x, not one", len(values), scheme)
		}
	case cl.DevicePartitionByCounts:
		if len(values) == 0 {
			return nil, fail(cl.InvalidValue, "properties has no counts")
		}
	default:
		return nil, fail(cl.InvalidValue, "property %#x is unknown", scheme)
	}
	if scheme == cl.DevicePartitionByAffinityDomain {
		return d.divideByDomain(values[0])
	}
	if err := d.checkDivisible(); err != nil {
		return nil, err
	}
	if scheme == cl.DevicePartitionEqually {
		return d.divideEqually(values[0])
	}
	return d.divideByCounts(values)
}

// checkDivisible answers for a device of one compute unit.
func (d *Device) checkDivisible() error {
	if len(d.cpus()) < 2 {
		return fail(cl.DevicePartitionFailed, "the device has %d compute units, which cannot be divided further",
			d.computeUnits())
	}
	return nil
}

func (d *Device) divideEqually(units uint64) (*division, error) {
	cpus := d.cpus()
	if units == 0 {
		return nil, fail(cl.InvalidValue, "sub-devices of no compute units are wanted")
	}
	if units > uint64(len(cpus)) {
		return nil, fail(cl.InvalidDevicePartitionCount, "%d compute units for each sub-device are more than the %d "+
			"of the device", units, len(cpus))
	}
	if units == uint64(len(cpus)) {
		return nil, fail(cl.DevicePartitionFailed, "a sub-device of %d compute units would be the device itself", units)
	}
	by := &division{properties: []uint64{cl.DevicePartitionEqually, units, 0}}
	for ; uint64(len(cpus)) >= units; cpus = cpus[units:] {
		by.parts = append(by.parts, cpus[:units])
	}
	return by, nil
}

func (d *Device) divideByCounts(counts []uint64) (*division, error) {
	cpus := d.cpus()
	by := &division{properties: slices.Concat([]uint64{cl.DevicePartitionByCounts}, counts, []uint64{0, 0})}
	for i, count := range counts {
		if count > uint64(len(cpus)) {
			return nil, fail(cl.InvalidDevicePartitionCount, "count %d is %d, but of the device's %d compute units "+
				"only %d are left", i, int64(count), len(d.cpus()), len(cpus))
		}
		by.parts = append(by.parts, cpus[:count])
		cpus = cpus[count:]
	}
	return by, nil
}

// divideByDomain divides along a domain of CL_DEVICE_AFFINITY_DOMAIN_*.
func (d *Device) divideByDomain(value uint64) (*division, error) {
	if value == cl.DeviceAffinityDomainNextPartitionable {
		if value = d.nextDomain(); value == 0 {
			return nil, fail(cl.DevicePartitionFailed, "the device cannot be divided along any affinity domain")
		}
	}
	index := slices.Index([]uint64{cl.DeviceAffinityDomainNuma, cl.DeviceAffinityDomainL4Cache,
		cl.DeviceAffinityDomainL3Cache, cl.DeviceAffinityDomainL2Cache, cl.DeviceAffinityDomainL1Cache}, value)
	if index < 0 {
		return nil, fail(cl.InvalidValue, "%#x is no affinity domain", value)
	}
	groups := groupsOf(d.cpus(), index)
	switch {
	case groups == nil:
		return nil, fail(cl.InvalidValue, "the device does not know affinity domain %#x", value)
	case len(groups) == 1:
		return nil, fail(cl.DevicePartitionFailed, "the compute units of the device all share affinity domain %#x",
			value)
	}
	return &division{properties: []uint64{cl.DevicePartitionByAffinityDomain, value, 0}, parts: groups}, nil
}

// groupsOf are processors grouped by a domain, nil if that is not known of all.
func groupsOf(cpus []CPU, domain int) (groups [][]CPU) {
	place := map[int32]int{}
	for _, c := range cpus {
		group := c.Groups[domain]
		if group < 0 {
			return nil
		}
		i, ok := place[group]
		if !ok {
			i = len(groups)
			place[group] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// domains are the affinity domains along which the device can be divided, CL_DEVICE_AFFINITY_DOMAIN_* without the next
// partitionable.
func (d *Device) domains() (set uint64) {
	for i := range Domains {
		if len(groupsOf(d.cpus(), i)) > 1 {
			set |= 1 << i
		}
	}
	return set
}

// nextDomain is the first of them, 0 if there is none.
func (d *Device) nextDomain() uint64 {
	set := d.domains()
	return set & -set
}

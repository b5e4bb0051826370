package clapi

import (
	"errors"
	"slices"

	"heddle/clapi/cl"
)

// CreateSubDevicesExt is clCreateSubDevicesEXT of cl_ext_device_fission. Its properties end at the first zero, or, if
// they are names of compute units, at CL_PARTITION_BY_NAMES_LIST_END_EXT.
func (d *Device) CreateSubDevicesExt(r SubDevices) (made []*Device, count int, err error) {
	if err := d.check(); err != nil {
		return nil, 0, err
	}
	division, err := d.divideExt(r.Properties)
	if err != nil {
		return nil, 0, err
	}
	return d.createParts(division, r)
}

// divideExt is divide for the extension's names.
func (d *Device) divideExt(list []uint64) (*division, error) {
	if len(list) == 0 {
		return nil, fail(cl.InvalidProperty, "properties is NULL or empty")
	}
	if list[0] == cl.DevicePartitionByNamesExt {
		return d.divideByNames(list[1:])
	}
	list = slices.Clone(list)
	for scheme, name := range schemesExt {
		if list[0] == name {
			list[0] = scheme
			break
		}
		if list[0] == scheme { // not a name of the extension
			return nil, fail(cl.InvalidProperty, "property %#x is unknown", scheme)
		}
	}
	if list[0] == cl.DevicePartitionByAffinityDomain && len(list) == 2 {
		list[1] = domainOfExt(list[1])
	}
	by, err := d.divide(list)
	return by, asExt(err)
}

// domainOfExt is the number of an affinity domain that the extension numbers in another way, 0 if there is none.
func domainOfExt(name uint64) uint64 {
	if name == cl.AffinityDomainNextFissionableExt {
		return cl.DeviceAffinityDomainNextPartitionable
	}
	if i := slices.Index(domainsExt[:], name); i >= 0 {
		return 1 << i
	}
	return 0
}

// asExt gives an error the status of the extension.
func asExt(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Status {
	case cl.InvalidValue:
		return fail(cl.InvalidProperty, "%s", e.Reason)
	case cl.DevicePartitionFailed:
		return fail(cl.DevicePartitionFailedExt, "%s", e.Reason)
	case cl.InvalidDevicePartitionCount:
		return fail(cl.InvalidPartitionCountExt, "%s", e.Reason)
	}
	return err
}

// divideByNames makes a sub-device of the compute units with certain names, which are their numbers from 0 on.
func (d *Device) divideByNames(names []uint64) (*division, error) {
	if err := d.checkDivisible(); err != nil {
		return nil, asExt(err)
	}
	if len(names) == 0 {
		return nil, fail(cl.InvalidProperty, "properties has no names of compute units")
	}
	cpus := d.cpus()
	var part []CPU
	for i, name := range names {
		if name >= uint64(len(cpus)) || slices.Contains(names[:i], name) {
			return nil, fail(cl.InvalidPartitionNameExt, "name %d is %d, none of the %d compute units, or given twice",
				i, name, len(cpus))
		}
		part = append(part, cpus[name])
	}
	return &division{
		properties: []uint64{cl.DevicePartitionByCounts, uint64(len(part)), 0, 0},
		parts:      [][]CPU{part},
	}, nil
}

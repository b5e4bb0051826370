package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// CreateContext is clCreateContext. properties has no terminating zero; nil is NULL. A nil device is an invalid handle.
func (p *Platform) CreateContext(properties []uintptr, devices []*Device, notify Notify) (*Context, error) {
	if err := p.checkContextProperties(properties); err != nil {
		return nil, err
	}
	if len(devices) == 0 {
		return nil, fail(cl.InvalidValue, "devices is empty")
	}
	for i, d := range devices {
		if d == nil {
			return nil, fail(cl.InvalidDevice, "devices[%d] is not a valid device", i)
		}
	}
	return p.newContext(properties, devices, notify)
}

// CreateContextFromType is clCreateContextFromType.
func (p *Platform) CreateContextFromType(properties []uintptr, deviceType uint64, notify Notify) (*Context, error) {
	if err := p.checkContextProperties(properties); err != nil {
		return nil, err
	}
	devices, err := p.DeviceIDs(deviceType)
	if err != nil {
		return nil, err
	}
	return p.newContext(properties, devices, notify)
}

// checkContextProperties checks name and value of each property.
func (p *Platform) checkContextProperties(properties []uintptr) error {
	seen := map[uintptr]bool{}
	for i := 0; i < len(properties); i += 2 {
		name := properties[i]
		if seen[name] {
			return fail(cl.InvalidProperty, "property %#x is given twice", name)
		}
		seen[name] = true
		if i+1 == len(properties) {
			return fail(cl.InvalidProperty, "property %#x has no value", name)
		}
		if err := p.checkContextProperty(name, properties[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Platform) checkContextProperty(name, value uintptr) error {
	switch name {
	case cl.ContextPlatform:
		if value != p.Handle() {
			return fail(cl.InvalidPlatform, "CL_CONTEXT_PLATFORM %#x is not a platform of this driver", value)
		}
	case cl.ContextInteropUserSync, cl.ContextTerminateKhr:
		if value != cl.True && value != cl.False {
			return fail(cl.InvalidProperty, "property %#x is %d, neither CL_TRUE nor CL_FALSE", name, value)
		}
	case cl.PrintfCallbackArm:
		if value == 0 {
			return fail(cl.InvalidProperty, "CL_PRINTF_CALLBACK_ARM is null")
		}
	case cl.PrintfBuffersizeArm: // any; a small one is rounded up
	case cl.ContextMemoryInitializeKhr:
		if value&^(cl.ContextMemoryInitializeLocalKhr|cl.ContextMemoryInitializePrivateKhr) != 0 {
			return fail(cl.InvalidProperty, "CL_CONTEXT_MEMORY_INITIALIZE_KHR is %#x, which has unknown bits", value)
		}
	default:
		return fail(cl.InvalidProperty, "property %#x is not supported", name)
	}
	return nil
}

// newContext copies the lists. A device that is listed twice counts once.
func (p *Platform) newContext(properties []uintptr, devices []*Device, notify Notify) (*Context, error) {
	c := &Context{platform: p, notify: notify}
	for _, d := range devices {
		if slices.Contains(c.devices, d) {
			continue
		}
		if err := d.attach(); err != nil {
			c.detachDevices()
			return nil, err
		}
		c.devices = append(c.devices, d)
	}
	if properties != nil {
		c.properties = append(slices.Clone(properties), 0)
	}
	for i := 0; i+1 < len(properties); i += 2 {
		c.setProperty(properties[i], properties[i+1])
	}
	c.init("context", cl.InvalidContext, c.destroyContext)
	c.postpone = c.platform.postpone
	return c, nil
}

func (c *Context) detachDevices() {
	for _, d := range c.devices {
		d.detach()
	}
}

// setProperty notes what a property that was checked asks for.
func (c *Context) setProperty(name, value uintptr) {
	switch name {
	case cl.ContextTerminateKhr:
		c.termination.isAllowed = value == cl.True
	case cl.ContextMemoryInitializeKhr:
		c.zeroes.Local = value&cl.ContextMemoryInitializeLocalKhr != 0
		c.zeroes.Private = value&cl.ContextMemoryInitializePrivateKhr != 0
	case cl.PrintfBuffersizeArm: // who uses cl_arm_printf and gives no function wants no output
		c.PrintTo(func([]byte) {})
	}
}

func (c *Context) destroyContext() {
	c.mu.Lock()
	destructors := c.destructors
	c.mu.Unlock()
	for _, callback := range slices.Backward(destructors) {
		callback()
	}
	c.detachDevices()
}

// SetDestructorCallback is clSetContextDestructorCallback.
func (c *Context) SetDestructorCallback(callback func()) error {
	if err := c.checkAlive(); err != nil {
		return err
	}
	if callback == nil {
		return c.fail(cl.InvalidValue, "pfn_notify is null")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.destructors = append(c.destructors, callback)
	c.callsAtEnd.Store(true)
	return nil
}

var contextInfo = lazyInfo(func() infoTable[*Context] {
	return infoTable[*Context]{
		cl.ContextReferenceCount: func(c *Context) []byte { return infoUint32(c.ReferenceCount()) },
		cl.ContextNumDevices:     func(c *Context) []byte { return infoUint32(uint32(len(c.devices))) },
		cl.ContextDevices:        func(c *Context) []byte { return deviceHandles(c.devices) },
		cl.ContextProperties:     func(c *Context) []byte { return infoUint64(c.properties...) },
	}
})

// GetInfo is clGetContextInfo.
func (c *Context) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	return contextInfo().get(c, c, name, out)
}

func deviceHandles(devices []*Device) []byte {
	handles := make([]uintptr, len(devices))
	for i, d := range devices {
		handles[i] = d.Handle()
	}
	return infoUint64(handles...)
}

// hasDevice reports whether the device belongs to the context.
func (c *Context) hasDevice(d *Device) bool { return slices.Contains(c.devices, d) }

// checkDevices checks a list of devices to be used in the context.
func (c *Context) checkDevices(devices []*Device) error {
	for i, d := range devices {
		if d == nil {
			return c.fail(cl.InvalidDevice, "device_list[%d] is not a valid device", i)
		}
		if !c.hasDevice(d) {
			return c.fail(cl.InvalidDevice, "device_list[%d] is not a device of the context", i)
		}
	}
	return nil
}

package clapi

import "heddle/clapi/cl"

// Lists of properties as the application gives them: a name, then its value, or a list of values that ends with zero;
// without the zero that ends the whole.

// HasListValue reports whether a property has a list of values.
func HasListValue(name uint64) bool {
	switch name {
	case cl.SemaphoreDeviceHandleListKhr, cl.SemaphoreExportHandleTypesKhr, cl.MemDeviceHandleListKhr:
		return true
	}
	return false
}

// eachProperty goes through a list of properties: each name is known to take, which checks its values, and is there at
// most once.
func (c *Context) eachProperty(list []uint64, take func(name uint64, values []uint64) error) error {
	seen := map[uint64]bool{}
	for len(list) > 0 {
		name := list[0]
		if seen[name] {
			return c.fail(cl.InvalidProperty, "property %#x is given twice", name)
		}
		seen[name] = true
		end := 2
		if HasListValue(name) {
			for end = 1; list[end] != 0; end++ {
			}
		}
		if err := take(name, list[1:end]); err != nil {
			return err
		}
		if HasListValue(name) {
			end++
		}
		list = list[end:]
	}
	return nil
}

// checkProperties is eachProperty where no list of values is known.
func (c *Context) checkProperties(list []uint64, take func(name, value uint64) error) error {
	return c.eachProperty(list, func(name uint64, values []uint64) error {
		if len(values) == 0 {
			values = []uint64{0}
		}
		return take(name, values[0])
	})
}

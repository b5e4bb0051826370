package clapi

import (
	"sync"

	"heddle/clapi/cl"
	"heddle/events"
)

// Semaphore is a binary semaphore (cl_khr_semaphore): a signal of one command lets one other go on.
//
// A wait takes the signal that is there, or else becomes the next in the line of those that wait. So the order of the
// calls decides which signal a wait gets, and commands may wait for signals that come later.
type Semaphore struct {
	Object
	context    *Context // held
	properties []uint64 // as given, with all terminating zeros
	devices    []uintptr

	mu         sync.Mutex
	isSignaled bool              // guarded by mu
	waiting    []*events.Command // guarded by mu: those of waits, each a command that the next signal completes
}

// SemaphoreProperty is a property of clCreateSemaphoreWithPropertiesKHR: one value, or a list without its end.
type SemaphoreProperty struct {
	Name   uint64
	Values []uint64
}

// HasListValue reports whether a property of semaphores has a list of values.
func HasListValue(name uint64) bool { return name == cl.SemaphoreDeviceHandleListKhr }

// CreateSemaphore is clCreateSemaphoreWithPropertiesKHR. isNull: the list is NULL.
func (c *Context) CreateSemaphore(
	list []SemaphoreProperty, isNull bool, find func(handle uintptr) *Device,
) (*Semaphore, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	if isNull {
		return nil, c.fail(cl.InvalidValue, "sema_props is NULL")
	}
	s := &Semaphore{context: c}
	seen := map[uint64]bool{}
	for _, p := range list {
		if seen[p.Name] {
			return nil, c.fail(cl.InvalidProperty, "property %#x is given twice", p.Name)
		}
		seen[p.Name] = true
		if err := s.setProperty(p, find); err != nil {
			return nil, err
		}
	}
	if !seen[cl.SemaphoreTypeKhr] {
		return nil, c.fail(cl.InvalidValue, "CL_SEMAPHORE_TYPE_KHR is not given")
	}
	if s.devices == nil {
		for _, d := range c.devices {
			s.devices = append(s.devices, d.Handle())
		}
	}
	s.properties = append(s.properties, 0)
	if err := c.take(); err != nil {
		return nil, err
	}
	s.init("semaphore", cl.InvalidSemaphoreKhr, c.dropLater)
	return s, nil
}

func (s *Semaphore) setProperty(p SemaphoreProperty, find func(handle uintptr) *Device) error {
	s.properties = append(append(s.properties, p.Name), p.Values...)
	switch p.Name {
	case cl.SemaphoreTypeKhr:
		if p.Values[0] != cl.SemaphoreTypeBinaryKhr {
			return s.context.fail(cl.InvalidProperty, "CL_SEMAPHORE_TYPE_KHR is %d, not CL_SEMAPHORE_TYPE_BINARY_KHR",
				p.Values[0])
		}
	case cl.SemaphoreDeviceHandleListKhr:
		s.properties = append(s.properties, cl.SemaphoreDeviceHandleListEndKhr)
		if len(p.Values) != 1 || s.context.checkQueueDevice(find(uintptr(p.Values[0]))) != nil {
			return s.context.fail(cl.InvalidDevice, "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is no device of the context")
		}
		s.devices = []uintptr{uintptr(p.Values[0])}
	default:
		return s.context.fail(cl.InvalidProperty, "property %#x is unknown", p.Name)
	}
	return nil
}

// Retain is clRetainSemaphoreKHR.
func (s *Semaphore) Retain() error {
	if err := s.check(); err != nil {
		return err
	}
	return s.retain()
}

// Release is clReleaseSemaphoreKHR.
func (s *Semaphore) Release() error {
	if err := s.check(); err != nil {
		return err
	}
	return s.release()
}

func (s *Semaphore) check() error {
	if s == nil {
		return fail(cl.InvalidSemaphoreKhr, "sema_object is not a valid semaphore")
	}
	return nil
}

// semaphoreInfo answers clGetSemaphoreInfoKHR.
var semaphoreInfo = lazyInfo(func() infoTable[*Semaphore] {
	return infoTable[*Semaphore]{
		cl.SemaphoreContextKhr:          func(s *Semaphore) []byte { return infoUint64(s.context.Handle()) },
		cl.SemaphoreReferenceCountKhr:   func(s *Semaphore) []byte { return infoUint32(s.ReferenceCount()) },
		cl.SemaphorePropertiesKhr:       func(s *Semaphore) []byte { return infoUint64(s.properties...) },
		cl.SemaphoreTypeKhr:             infoConst[*Semaphore](infoUint32(cl.SemaphoreTypeBinaryKhr)),
		cl.SemaphorePayloadKhr:          func(s *Semaphore) []byte { return infoUint64(s.payload()) },
		cl.SemaphoreDeviceHandleListKhr: func(s *Semaphore) []byte { return infoUint64(s.devices...) },
	}
})

// GetInfo is clGetSemaphoreInfoKHR.
func (s *Semaphore) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	return semaphoreInfo().get(s.context, s, name, out)
}

func (s *Semaphore) payload() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isSignaled {
		return 1
	}
	return 0
}

// await takes the signal; if there is none, it returns a command that completes with the one to come.
func (s *Semaphore) await() *events.Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isSignaled {
		s.isSignaled = false
		return nil
	}
	next := new(events.Command)
	next.InitUser(nil)
	s.waiting = append(s.waiting, next)
	return next
}

// signal lets the next wait go on, or one to come. A signal whose command has failed fails the wait.
func (s *Semaphore) signal(status cl.Status) {
	s.mu.Lock()
	var next *events.Command
	if len(s.waiting) > 0 {
		next, s.waiting = s.waiting[0], s.waiting[1:]
	} else if status == cl.Success {
		s.isSignaled = true
	}
	s.mu.Unlock()
	if next != nil {
		next.SetUserStatus(status)
	}
}

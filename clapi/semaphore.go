package clapi

import (
	"sync"

	"heddle/clapi/cl"
	"heddle/clapi/external"
	"heddle/events"
)

// Semaphore is a binary semaphore (cl_khr_semaphore): a signal of one command lets one other go on.
//
// A wait takes the signal that is there, or else becomes the next in the line of those that wait. So the order of the
// calls decides which signal a wait gets, and commands may wait for signals that come later. Semaphores that are shared
// by a descriptor have their signal in the kernel (semaphore_external.go).
type Semaphore struct {
	Object
	context    *Context // held
	properties []uint64 // as given, with all terminating zeros
	devices    []uintptr
	exported   uint32 // the type of descriptors that it gives out, 0 for none
	imported   uint32 // the type of descriptor that it was made from, 0 for none

	shared *external.Signal // of CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR; nil: isSignaled is the signal

	mu          sync.Mutex
	isSignaled  bool              // guarded by mu
	waiting     []*events.Command // guarded by mu: those of waits, each a command that the next signal completes
	isListening bool              // guarded by mu: a goroutine awaits shared, as somebody is waiting
	coming      int               // guarded by mu: signal commands that have not run
	fence       *external.Fence   // guarded by mu: imported, and not known to have signalled
}

// CreateSemaphore is clCreateSemaphoreWithPropertiesKHR. list is without the last zero; nil is NULL.
func (c *Context) CreateSemaphore(list []uint64, find func(handle uintptr) *Device) (*Semaphore, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	if list == nil {
		return nil, c.fail(cl.InvalidValue, "sema_props is NULL")
	}
	s := &Semaphore{context: c, properties: withEnd(list)}
	r := semaphoreRequest{semaphore: s, find: find}
	if err := c.eachProperty(list, r.setProperty); err != nil {
		return nil, err
	}
	if !r.hasType {
		return nil, c.fail(cl.InvalidValue, "CL_SEMAPHORE_TYPE_KHR is not given")
	}
	if s.devices == nil {
		if len(c.devices) > 1 {
			return nil, c.fail(cl.InvalidProperty, "the context has %d devices, and "+
				"CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is not given", len(c.devices))
		}
		s.devices = []uintptr{c.devices[0].Handle()}
	}
	if err := s.share(r.fd); err != nil {
		return nil, err
	}
	if err := c.take(); err != nil {
		s.unshare()
		return nil, err
	}
	s.init("semaphore", cl.InvalidSemaphoreKhr, s.destroy)
	s.awaitFence()
	return s, nil
}

func (s *Semaphore) destroy() {
	s.unshare()
	s.context.dropLater()
}

// semaphoreRequest is what the properties of a new semaphore ask for, beside what stands in it.
type semaphoreRequest struct {
	semaphore *Semaphore
	find      func(handle uintptr) *Device
	hasType   bool
	fd        int // to import, where semaphore.imported says so
}

func (r *semaphoreRequest) setProperty(name uint64, values []uint64) error {
	s, c := r.semaphore, r.semaphore.context
	switch name {
	case cl.SemaphoreTypeKhr:
		r.hasType = true
		if values[0] != cl.SemaphoreTypeBinaryKhr {
			return c.fail(cl.InvalidProperty, "CL_SEMAPHORE_TYPE_KHR is %d, not CL_SEMAPHORE_TYPE_BINARY_KHR",
				values[0])
		}
	case cl.SemaphoreDeviceHandleListKhr:
		if len(values) != 1 || c.checkQueueDevice(r.find(uintptr(values[0]))) != nil {
			return c.fail(cl.InvalidDevice, "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is no device of the context")
		}
		s.devices = []uintptr{uintptr(values[0])}
	case cl.SemaphoreExportHandleTypesKhr:
		return r.setExport(values)
	case cl.SemaphoreHandleOpaqueFdKhr, cl.SemaphoreHandleSyncFdKhr:
		if s.imported != 0 {
			return c.fail(cl.InvalidProperty, "two handles of external semaphores are given")
		}
		s.imported, r.fd = uint32(name), int(int32(values[0]))
	default:
		return c.fail(cl.InvalidProperty, "property %#x is unknown", name)
	}
	return r.checkDirection()
}

func (r *semaphoreRequest) setExport(types []uint64) error {
	c := r.semaphore.context
	if len(types) > 1 {
		return c.fail(cl.InvalidValue, "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR names %d types, not one", len(types))
	}
	for _, kind := range types {
		if kind != cl.SemaphoreHandleOpaqueFdKhr && kind != cl.SemaphoreHandleSyncFdKhr {
			return c.fail(cl.InvalidProperty, "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR names %#x, not "+
				"CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR or CL_SEMAPHORE_HANDLE_SYNC_FD_KHR", kind)
		}
		r.semaphore.exported = uint32(kind)
	}
	return r.checkDirection()
}

func (r *semaphoreRequest) checkDirection() error {
	if r.semaphore.exported != 0 && r.semaphore.imported != 0 {
		return r.semaphore.context.fail(cl.InvalidOperation, "an imported semaphore cannot be exported")
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
		cl.SemaphoreExportableKhr:       func(s *Semaphore) []byte { return infoBool(s.exported != 0) },
		cl.SemaphoreExportHandleTypesKhr: func(s *Semaphore) []byte {
			if s.exported == 0 {
				return []byte{}
			}
			return infoUint32(s.exported)
		},
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
	s.lookAtFence()
	if s.isSignaled || s.shared != nil && s.shared.IsSet() {
		return 1
	}
	return 0
}

// await takes the signal; if there is none, it returns a command that completes with the one to come.
func (s *Semaphore) await() *events.Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.awaitLocked()
}

func (s *Semaphore) awaitLocked() *events.Command {
	s.lookAtFence()
	if len(s.waiting) == 0 && s.takeSignal() {
		return nil
	}
	next := new(events.Command)
	next.InitUser(nil)
	s.waiting = append(s.waiting, next)
	s.lookAtFence() // it may have failed
	if s.shared != nil && !s.isListening {
		s.isListening = true
		go s.listen()
	}
	return next
}

// takeSignal takes the signal if it is there. The caller holds mu.
func (s *Semaphore) takeSignal() bool {
	if s.shared != nil {
		return s.shared.Take()
	}
	wasSignaled := s.isSignaled
	s.isSignaled = false
	return wasSignaled
}

// announce counts signal commands that will run, or less than zero that have.
func (s *Semaphore) announce(count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.coming += count
}

// signal lets the next wait go on, or one to come. A signal whose command has failed fails the wait.
func (s *Semaphore) signal(status cl.Status) {
	s.mu.Lock()
	next := s.nextLocked(status)
	s.mu.Unlock()
	if next != nil {
		next.SetUserStatus(status)
	}
}

// nextLocked is the wait that a signal is for; without one, the signal is kept. The caller holds mu.
func (s *Semaphore) nextLocked(status cl.Status) *events.Command {
	switch {
	case len(s.waiting) > 0:
		next := s.waiting[0]
		s.waiting = s.waiting[1:]
		return next
	case status != cl.Success:
	case s.shared != nil:
		s.shared.Set()
	default:
		s.isSignaled = true
	}
	return nil
}

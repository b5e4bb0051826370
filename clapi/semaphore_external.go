package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/clapi/external"
	"heddle/events"
)

// Semaphores that are shared with other APIs and processes (cl_khr_external_semaphore).
//
// CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR shares the signal itself: it lies in a counter of the kernel, and whoever is first
// takes it, here or elsewhere. CL_SEMAPHORE_HANDLE_SYNC_FD_KHR is copied: an imported one signals once. There are no
// sync files for work of a processor, so what is exported is the -1 that stands for a signal that has been given, and
// the export waits for it.

// semaphoreHandles are the types of descriptors that semaphores can be made from and exported to.
var semaphoreHandles = infoUint32(cl.SemaphoreHandleOpaqueFdKhr, cl.SemaphoreHandleSyncFdKhr)

// alreadySignaled is the descriptor of a sync file for work that is done.
const alreadySignaled = -1

// share gives a new semaphore what its imported or exported type wants.
func (s *Semaphore) share(fd int) error {
	switch {
	case s.imported == cl.SemaphoreHandleOpaqueFdKhr:
		shared, err := external.ImportSignal(fd)
		if err != nil {
			return s.context.fail(cl.InvalidProperty, "CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR: %v", err)
		}
		s.shared = shared
	case s.imported == cl.SemaphoreHandleSyncFdKhr:
		if err := s.importFence(fd); err != nil {
			return s.context.fail(cl.InvalidProperty, "CL_SEMAPHORE_HANDLE_SYNC_FD_KHR: %v", err)
		}
	case s.exported == cl.SemaphoreHandleOpaqueFdKhr:
		shared, err := external.NewSignal()
		if err != nil {
			return s.context.fail(cl.OutOfResources, "no semaphore to share: %v", err)
		}
		s.shared = shared
	}
	return nil
}

// unshare gives the descriptors of a semaphore up.
func (s *Semaphore) unshare() {
	if s.shared != nil {
		s.shared.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeFence()
}

// listen gives the waits the signals that come from others, as long as there are waits.
func (s *Semaphore) listen() {
	for s.shared.Await() {
		s.mu.Lock()
		next := s.nextLocked(cl.Success) // none if another way was quicker: it is kept for the next
		s.isListening = len(s.waiting) > 0
		goesOn := s.isListening
		s.mu.Unlock()
		if next != nil {
			next.SetUserStatus(cl.Success)
		}
		if !goesOn {
			return
		}
	}
}

// importFence takes over a sync file, whose signal is to be the semaphore's.
func (s *Semaphore) importFence(fd int) error {
	var fence *external.Fence
	if fd != alreadySignaled {
		imported, err := external.ImportFence(fd)
		if err != nil {
			return err
		}
		fence = imported
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeFence()
	s.fence, s.isSignaled = fence, fence == nil
	return nil
}

// awaitFence lets the signal of the sync file reach those that wait.
func (s *Semaphore) awaitFence() {
	s.mu.Lock()
	fence := s.fence
	s.mu.Unlock()
	if fence == nil {
		return
	}
	go func() {
		fence.Await()
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.fence == fence {
			s.lookAtFence()
		}
	}()
}

// lookAtFence passes the signal of a sync file on if it is there. Failure is for a wait. The caller holds mu.
func (s *Semaphore) lookAtFence() {
	if s.fence == nil || !s.fence.IsSet() {
		return
	}
	status := cl.Status(cl.Success)
	if s.fence.HasFailed() {
		status = cl.ExecStatusErrorForEventsInWaitList
		if len(s.waiting) == 0 {
			return
		}
	}
	s.closeFence()
	if next := s.nextLocked(status); next != nil {
		go next.SetUserStatus(status) // it runs commands
	}
}

// closeFence gives the sync file up. The caller holds mu.
func (s *Semaphore) closeFence() {
	if s.fence != nil {
		s.fence.Close()
		s.fence = nil
	}
}

// ReImport is clReImportSemaphoreSyncFdKHR. hasProperties: the list has some.
func (s *Semaphore) ReImport(hasProperties bool, fd int) error {
	if err := s.check(); err != nil {
		return err
	}
	if s.imported != cl.SemaphoreHandleSyncFdKhr {
		return s.context.fail(cl.InvalidSemaphoreKhr, "sema_object was not made from a sync file")
	}
	if hasProperties {
		return s.context.fail(cl.InvalidValue, "there are no properties for a new import")
	}
	if err := s.importFence(fd); err != nil {
		return s.context.fail(cl.InvalidValue, "fd: %v", err)
	}
	s.signalWaiting()
	s.awaitFence()
	return nil
}

// signalWaiting gives a signal that is there to a wait that came before it.
func (s *Semaphore) signalWaiting() {
	s.mu.Lock()
	var next *events.Command
	if len(s.waiting) > 0 && s.takeSignal() {
		next = s.nextLocked(cl.Success)
	}
	s.mu.Unlock()
	if next != nil {
		next.SetUserStatus(cl.Success)
	}
}

// HandleBytes is the size of a handle that GetHandle returns.
const HandleBytes = 4

// GetHandle is clGetSemaphoreHandleForTypeKHR. wanted: handle_ptr is not NULL; otherwise nothing is exported.
func (s *Semaphore) GetHandle(device *Device, kind uint32, sizeBytes uint64, wanted bool) (fd int, err error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	if device == nil || !slices.Contains(s.devices, device.Handle()) {
		return 0, s.context.fail(cl.InvalidDevice, "device is not valid, or the semaphore not for it")
	}
	if s.exported == 0 || kind != s.exported {
		return 0, s.context.fail(cl.InvalidValue, "the semaphore was not made to be exported as %#x", kind)
	}
	if !wanted {
		return 0, nil
	}
	if sizeBytes < HandleBytes {
		return 0, s.context.fail(cl.InvalidValue, "handle_size is %d, less than %d", sizeBytes, HandleBytes)
	}
	if kind == cl.SemaphoreHandleSyncFdKhr {
		return alreadySignaled, s.awaitSignal()
	}
	fd, err = s.shared.Export()
	if err != nil {
		return 0, s.context.fail(cl.OutOfResources, "no file descriptor: %v", err)
	}
	return fd, nil
}

// awaitSignal takes the signal, which may be yet to come from a command that is enqueued.
func (s *Semaphore) awaitSignal() error {
	s.mu.Lock()
	if !s.isSignaled && s.coming <= len(s.waiting) {
		s.mu.Unlock()
		return s.context.fail(cl.InvalidOperation, "no command is enqueued that signals the semaphore")
	}
	signal := s.awaitLocked()
	s.mu.Unlock()
	if signal == nil {
		return nil
	}
	if err := s.context.checkBlocking(func(*events.Command) bool { return true }); err != nil {
		return err
	}
	if !events.Wait(signal) {
		return s.context.fail(cl.OutOfResources, "the command that was to signal the semaphore has failed")
	}
	return nil
}

package external

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// soon fails the test unless a channel is closed within a second.
func soon(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Fatal("no end of the wait")
	}
}

func TestSignalIsTakenOnce(t *testing.T) {
	s, err := NewSignal()
	require.NoError(t, err)
	assert.False(t, s.Take())
	s.Set()
	s.Set()
	assert.True(t, s.IsSet())
	assert.True(t, s.Take())
	assert.False(t, s.Take(), "two signals are one")
	s.Close()
	s.Close()
	s.Set()
	assert.False(t, s.Take())
}

// TestSignalIsShared: what one descriptor is given another one takes.
func TestSignalIsShared(t *testing.T) {
	s, err := NewSignal()
	require.NoError(t, err)
	fd, err := s.Export()
	require.NoError(t, err)
	other, err := ImportSignal(fd)
	require.NoError(t, err)
	done := make(chan struct{})
	go func() {
		assert.True(t, other.Await())
		close(done)
	}()
	s.Set()
	soon(t, done)
	assert.False(t, s.IsSet())

	closed := make(chan struct{})
	go func() {
		assert.False(t, other.Await(), "closed")
		close(closed)
	}()
	time.Sleep(time.Millisecond)
	other.Close()
	soon(t, closed)
	s.Close()
}

func TestSignalOfSomethingElse(t *testing.T) {
	null, err := os.Open("/dev/null")
	require.NoError(t, err)
	defer null.Close()
	for _, fd := range []int{-1, 1 << 20, int(null.Fd())} {
		_, err := ImportSignal(fd)
		assert.Error(t, err, fd)
	}
}

func TestFence(t *testing.T) {
	var ends [2]int
	require.NoError(t, unix.Pipe(ends[:]))
	f, err := ImportFence(ends[0])
	require.NoError(t, err)
	assert.False(t, f.IsSet())
	done := make(chan struct{})
	go func() {
		f.Await()
		close(done)
	}()
	time.Sleep(time.Millisecond)
	unix.Write(ends[1], []byte{0})
	soon(t, done)
	assert.True(t, f.IsSet())
	assert.False(t, f.HasFailed())
	f.Close()
	unix.Close(ends[1])

	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	for _, fd := range []int{-1, 1 << 20, int(file.Fd())} {
		_, err := ImportFence(fd)
		assert.Error(t, err, fd)
	}
}

func TestMemoryIsShared(t *testing.T) {
	fd, err := unix.MemfdCreate("memory", 0)
	require.NoError(t, err)
	require.NoError(t, unix.Ftruncate(fd, 8192))
	again, err := unix.Dup(fd)
	require.NoError(t, err)
	one, err := ImportMemory(fd, Request{SizeBytes: 5000})
	require.NoError(t, err)
	two, err := ImportMemory(again, Request{SizeBytes: 8192, IsReadOnly: true})
	require.NoError(t, err)
	one.bytes[4999] = 7
	assert.Equal(t, byte(7), two.bytes[4999])
	assert.NoError(t, one.Begin())
	assert.NoError(t, one.End())
	_, err = ImportMemory(fd, Request{SizeBytes: 8193})
	assert.ErrorIs(t, err, ErrTooSmall)
	_, err = ImportMemory(fd, Request{SizeBytes: 8192, IsDmaBuf: true})
	assert.ErrorContains(t, err, "no dma_buf")
	_, err = ImportMemory(-1, Request{SizeBytes: 1})
	assert.Error(t, err)
	one.Close()
	two.Close()
}

package trace

import (
	"encoding/binary"
	"os"

	"golang.org/x/sys/unix"
)

const page = 4096

// readMemory copies as much of some bytes of the application as there is memory for. The kernel does it: reading what
// is not there would end in the application's handler of the fault, and change what it does. Where the kernel may not
// (a sandbox that forbids process_vm_readv), nothing can be read.
func readMemory(addr uint64, size int) []byte {
	target := make([]byte, size)
	done := 0
	for done < size {
		from := addr + uint64(done)
		piece := min(size-done, page-int(from%page))
		local := unix.Iovec{Base: &target[done]}
		local.SetLen(piece)
		remote := unix.RemoteIovec{Base: uintptr(from), Len: piece}
		n, err := unix.ProcessVMReadv(os.Getpid(), []unix.Iovec{local}, []unix.RemoteIovec{remote}, 0)
		if err != nil || n != piece {
			break
		}
		done += n
	}
	return target[:done]
}

// readNumber reads a number of 4 or 8 bytes.
func readNumber(addr uint64, size int) (value uint64, ok bool) {
	bytes := readMemory(addr, size)
	if len(bytes) < size {
		return 0, false
	}
	return littleEndian(bytes), true
}

func littleEndian(bytes []byte) uint64 {
	var word [8]byte
	copy(word[:], bytes)
	return binary.LittleEndian.Uint64(word[:])
}

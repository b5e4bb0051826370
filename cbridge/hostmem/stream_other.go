//go:build !amd64

package hostmem

func streamRow(to, from, bytes, ahead uintptr) {
	copy(Bytes(to, uint64(bytes)), Bytes(from, uint64(bytes)))
}

func fence() {}

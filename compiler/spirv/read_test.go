package spirv

import (
	"fmt"
	"os"
	"testing"
)

func TestTmp(t *testing.T) {
	code, _ := os.ReadFile("/tmp/spirv/va.spv")
	m, err := Parse(code)
	fmt.Println(err)
	if err == nil {
		txt, _ := m.Disassembly()
		fmt.Println(string(txt[:2000]))
	}
}

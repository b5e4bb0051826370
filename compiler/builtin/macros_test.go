package builtin

import (
	"fmt"
	"strings"
	"testing"

	"heddle/image"
)

// TestImageFormatMacros: kernels have a name for all that get_image_channel_order and get_image_channel_data_type can
// give.
func TestImageFormatMacros(t *testing.T) {
	for _, info := range image.Formats() {
		for name, value := range map[string]uint32{
			image.OrderName(info.Order): info.Order, image.TypeName(info.Type): info.Type,
		} {
			macro := "CLK" + strings.TrimPrefix(name, "CL")
			if got, want := Macros()[macro], fmt.Sprintf("0x%X", value); got != want {
				t.Errorf("%s is %q, want %q", macro, got, want)
			}
		}
	}
}

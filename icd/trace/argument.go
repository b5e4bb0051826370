package trace

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"heddle/clapi/cl"
)

// Limits of what is printed. Lists of properties end with a zero, which may be missing.
const (
	mostElements   = 8
	mostProperties = 16
	mostText       = 100 // bytes of a string
	mostBytes      = 32  // of a value of no known type
)

// describe is the call as C has it, with names.
func (c *call) describe() string {
	parts := make([]string, len(c.parameters))
	for i, p := range c.parameters {
		parts[i] = p.name + "=" + c.argument(i)
	}
	return c.name + "(" + strings.Join(parts, ", ") + ")"
}

// argument is what a parameter is or leads to, and an address for what the call is to write or only passes on.
func (c *call) argument(i int) string {
	p, value := c.parameters[i], c.arguments[i]
	element := p.element()
	switch {
	case !isPointer(p.declared):
		return scalar(p.declared, p.name, value)
	case value == 0:
		return "NULL"
	case p.declared == "const char*":
		return quote(value, 0)
	case p.name == "buffer_create_info":
		return bufferRegion(value)
	case p.declared == "const void*":
		return data(value, c.sizeOfData(i))
	case !p.isInput():
		return address(value)
	case element == "cl_image_desc":
		return imageDesc(value)
	case strings.Contains(element, "propert"):
		return properties(element, value)
	}
	return c.inputs(p, value)
}

// element is the type of what a pointer leads to.
func (p parameter) element() string {
	return strings.TrimSuffix(strings.TrimPrefix(p.declared, "const "), "*")
}

// scalar is a value of a type that is no pointer, or of a pointer that is not followed.
func scalar(declared, name string, value uint64) string {
	known := namesOf()[name]
	if known == nil {
		known = namesOf()[declared]
	}
	switch {
	case (declared == "cl_int" || declared == "execution_status") && int32(value) < 0 && known != nil:
		return cl.Status(int32(value)).String() // the status of an event that ended badly
	case known != nil:
		return known.of(value)
	}
	switch declared {
	case "int", "cl_int", "cl_GLint":
		return strconv.Itoa(int(int32(value)))
	case "cl_uint", "size_t", "cl_GLuint":
		return strconv.FormatUint(value, 10)
	case "cl_ulong":
		return number(value)
	case "cl_bitfield", "cl_GLenum", "cl_mem_advice_intel":
		return fmt.Sprintf("%#x", value)
	case "cl_image_format":
		return "{" + scalar("cl_channel_order", "", value&0xffffffff) + ", " +
			scalar("cl_channel_type", "", value>>32) + "}"
	}
	return address(value)
}

func address(value uint64) string {
	if value == 0 {
		return "NULL"
	}
	return fmt.Sprintf("%#x", value)
}

// unreadable is the address of memory that is not there.
func unreadable(addr uint64) string { return address(addr) + " (unreadable)" }

// quote is a string of the application up to a zero byte; a length of 0 means that it has one.
func quote(addr, length uint64) string {
	if addr == 0 {
		return "NULL"
	}
	most := uint64(mostText + 1)
	if length != 0 {
		most = min(most, length)
	}
	text := string(readMemory(addr, int(most)))
	if text == "" {
		return unreadable(addr)
	}
	text, _, _ = strings.Cut(text, "\x00")
	return quoteText(text)
}

func quoteText(text string) string {
	if len(text) > mostText {
		return strconv.Quote(text[:mostText]) + "…"
	}
	return strconv.Quote(text)
}

// sizeOfData is the length of what an argument of no type leads to: a parameter beside it says it. It is 0 where none
// does: then the memory is that of a command, or only its address matters.
func (c *call) sizeOfData(i int) uint64 {
	const colorBytes = 16
	if c.parameters[i].name == "fill_color" {
		return colorBytes
	}
	for _, beside := range []int{i - 1, i + 1} {
		if beside >= 0 && beside < len(c.parameters) && strings.HasSuffix(c.parameters[beside].name, "_size") {
			return c.arguments[beside]
		}
	}
	return 0
}

// data is a value of a known size. One of the size of a number is most probably one, or a handle.
func data(addr, size uint64) string {
	if size == 0 {
		return address(addr)
	}
	bytes := readMemory(addr, int(min(size, mostBytes)))
	switch len(bytes) {
	case 0:
		return unreadable(addr)
	case 1, 2, 4, 8:
		return fmt.Sprintf("{%#x}", littleEndian(bytes))
	}
	text := fmt.Sprintf("{% x", bytes)
	if uint64(len(bytes)) < size {
		text += " …"
	}
	return text + "}"
}

// bufferRegion is a struct of two sizes.
func bufferRegion(addr uint64) string {
	origin, _ := readNumber(addr, 8)
	size, ok := readNumber(addr+8, 8)
	if !ok {
		return unreadable(addr)
	}
	return fmt.Sprintf("{origin=%d, size=%d}", origin, size)
}

// imageDesc is a struct of sizes, with a padded number at the beginning and two short ones before the last member.
func imageDesc(addr uint64) string {
	const size, lastWords = 72, 56
	bytes := readMemory(addr, size)
	if len(bytes) < size {
		return unreadable(addr)
	}
	word := func(at int) uint64 { return binary.LittleEndian.Uint64(bytes[at:]) }
	return fmt.Sprintf("{image_type=%s, image_width=%d, image_height=%d, image_depth=%d, image_array_size=%d, "+
		"image_row_pitch=%d, image_slice_pitch=%d, num_mip_levels=%d, num_samples=%d, mem_object=%s}",
		scalar("cl_mem_object_type", "", word(0)&0xffffffff), word(8), word(16), word(24), word(32), word(40), word(48),
		word(lastWords)&0xffffffff, word(lastWords)>>32, address(word(64)))
}

// valueTypes are the types of the values of properties and queries, where those have names.
var valueTypes = map[string]string{
	"CL_CONTEXT_INTEROP_USER_SYNC":      "cl_bool",
	"CL_DEVICE_TYPE":                    "cl_device_type",
	"CL_EVENT_COMMAND_EXECUTION_STATUS": "execution_status",
	"CL_EVENT_COMMAND_TYPE":             "cl_command_type",
	"CL_IMAGE_FORMAT":                   "cl_image_format",
	"CL_MEM_FLAGS":                      "cl_mem_flags",
	"CL_MEM_TYPE":                       "cl_mem_object_type",
	"CL_QUEUE_PROPERTIES":               "cl_command_queue_properties",
	"CL_QUEUE_PRIORITY_KHR":             "cl_queue_priority_khr",
	"CL_QUEUE_THROTTLE_KHR":             "cl_queue_throttle_khr",
	"CL_SAMPLER_NORMALIZED_COORDS":      "cl_bool",
	"CL_SAMPLER_ADDRESSING_MODE":        "cl_addressing_mode",
	"CL_SAMPLER_FILTER_MODE":            "cl_filter_mode",
	"CL_MEM_ALLOC_FLAGS_INTEL":          "cl_mem_alloc_flags_intel",
	"CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT": "cl_bool",
}

// properties is a list of pairs of names and values that ends with a zero name.
func properties(declared string, addr uint64) string {
	var parts []string
	for len(parts) < mostProperties {
		name, ok := readNumber(addr, 8)
		if !ok {
			return unreadable(addr)
		}
		if name == 0 {
			return "[" + strings.Join(parts, ", ") + "]"
		}
		value, ok := readNumber(addr+8, 8)
		if !ok {
			return unreadable(addr + 8)
		}
		parts = append(parts, property(declared, name, value))
		addr += 16
	}
	return "[" + strings.Join(parts, ", ") + ", …]"
}

func property(declared string, name, value uint64) string {
	key := fmt.Sprintf("%#x", name)
	if known := namesOf()[declared]; known != nil {
		key = known.of(name)
	}
	return key + "=" + valueOf(key, value)
}

// valueOf is the value of a property or the answer to a query.
func valueOf(key string, value uint64) string {
	if declared := valueTypes[key]; declared != "" {
		return scalar(declared, "", value)
	}
	return number(value)
}

// inputs is a list that the call reads, or the one value where nothing says a number. Sizes without one are three.
func (c *call) inputs(p parameter, addr uint64) string {
	switch {
	case p.count != noCount:
		return c.list(p, addr, c.arguments[p.count])
	case p.element() == "size_t":
		const dimensions = 3
		return c.list(p, addr, dimensions)
	}
	return one(p, addr)
}

// one is what a pointer leads to.
func one(p parameter, addr uint64) string {
	value, ok := readNumber(addr, width(p.element()))
	if !ok {
		return unreadable(addr)
	}
	return scalar(p.element(), p.name, value)
}

// width is the size of the elements of lists.
func width(element string) int {
	switch element {
	case "cl_int", "cl_uint", "cl_bool", "cl_GLuint", "cl_gl_object_type":
		return 4
	}
	return 8
}

func (c *call) list(p parameter, addr, count uint64) string {
	element, bytes := p.element(), width(p.element())
	shown := int(min(count, mostElements))
	memory := readMemory(addr, shown*bytes)
	if len(memory) < shown*bytes {
		return unreadable(addr)
	}
	parts := make([]string, shown)
	for i := range parts {
		value := littleEndian(memory[i*bytes:][:bytes])
		if parts[i] = scalar(element, "", value); element == "char*" {
			parts[i] = quote(value, c.length(i))
		}
	}
	if count > mostElements {
		parts = append(parts, "…")
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// length is that of a string of a list, 0 for one that ends with a zero byte.
func (c *call) length(i int) uint64 {
	lengths := c.find("lengths")
	if lengths == 0 {
		return 0
	}
	length, _ := readNumber(lengths+uint64(i)*8, 8)
	return length
}

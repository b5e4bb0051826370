package image

// FormatID is the index of a format in the table of formats. Code is specialised by it.
type FormatID uint16

// Format is an image format as the API names it: channel order and channel data type with the values of cl.h.
type Format struct {
	Order, Type uint32
}

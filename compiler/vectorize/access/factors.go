package access

// Factors is what is known of the factors of a product of 32 or 64 bits.
type Factors uint8

const (
	AnyFactors      Factors = iota
	WordFactors             // of 32 bits: lower halves, as signed numbers, of which one that is no constant has zeros above
	UnsignedFactors         // of 64 bits: unsigned numbers of 32
	SignedFactors           // of 64 bits: signed numbers of 32
)

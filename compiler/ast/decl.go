package ast

import "heddle/compiler/diag"

// Unit is one checked translation unit.
type Unit struct {
	Types   *Types
	Globals []*Var      // program-scope variables and static variables of functions, in order
	Funcs   []*Function // those with a body, in order
	Blocks  []*Function // those of block literals, in order
	Open    bool        // it calls functions or uses variables that another unit must define
	Scratch uint64      // bytes of local memory that its calls of collective functions of work-groups need
	Options UnitOptions

	BlockArgs []BlockArg // the blocks that calls pass to functions
	Enqueued  []Expr     // the blocks that kernels enqueue or ask about
}

// UnitOptions are the build options that change the meaning of the tree.
type UnitOptions struct {
	Contract      bool // FP_CONTRACT default
	FastRelaxed   bool // -cl-fast-relaxed-math
	FiniteMath    bool
	NoSignedZeros bool
	SingleConst   bool // -cl-single-precision-constant
	DenormsZero   bool
	OptDisable    bool
	Debug         bool // -g
	ExactRoots    bool // -cl-fp32-correctly-rounded-divide-sqrt
}

// Storage is a storage class.
type Storage uint8

// The storage classes.
const (
	NoStorage Storage = iota
	Static
	Extern
)

// Var is a variable or a parameter.
type Var struct {
	Pos          diag.Pos
	Name         string
	Type         *Type
	Qual         Qual
	Space        Space // Private for automatic variables and parameters; Local, Global, Constant as declared
	Storage      Storage
	Align        uint64    // from an aligned attribute, else 0
	Init         *Init     // nil: none. Program-scope initialisers are constant expressions, already checked to be.
	Owner        *Function // nil: program scope
	Param        bool
	Access       Access // of image and pipe parameters
	TypeName     string // parameters: the spelling for kernel arg info
	AddressTaken bool
	LinkOnce     bool // program scope: other units may define the same variable
}

// Init is an initialiser: either one expression (Expr, already converted to the variable's type) or a list of places.
// Bytes that no place names are zero when Zero is set (every list). A later place may lie within an earlier one.
type Init struct {
	Expr   Expr
	Places []Place
	Zero   bool
	// unnamed private variables for values that several places share; they are initialised before all places
	Before []*Var
}

// Place is one initialised scalar, vector or record within an aggregate, or several that get the same value.
type Place struct {
	Offset uint64
	Type   *Type
	Expr   Expr   // of Type; string literals for char arrays are given as their characters
	Count  uint64 // the value is stored that often, every Stride bytes; 0 counts as 1
	Stride uint64
}

// Function is a function, built-ins excluded.
type Function struct {
	Pos      diag.Pos
	Name     string
	Type     *Type
	Params   []*Var
	Body     *Compound // nil: declared only, unless it is foreign
	Foreign  any       // body in another form, a lower.Body; nil: none
	Kernel   bool
	Called   bool // by a function of its unit
	Inline   bool
	Static   bool // not visible to other units
	Attrs    FuncAttrs
	Statics  []*Var // __local and static variables declared inside, in order
	Contract bool   // FP_CONTRACT is on in the body's outermost block

	// Of block literals only. The first Params are the captured variables; Type has the others only.
	Block    bool
	Captures int
	UsesOf   *Var // a variable in local memory, of the kernel around the literal, that the block uses; nil: none
}

// FuncAttrs are the attributes with a meaning for a function.
type FuncAttrs struct {
	ReqdWorkGroupSize [3]uint64
	WorkGroupSizeHint [3]uint64
	SubGroupSize      uint64 // 0: any
	SubGroups         uint64 // in a work-group; 0: any number
	VecTypeHint       *Type
	Overloadable      bool
	NoInline          bool
	AlwaysInline      bool
	Text              []string // each attribute's spelling in order, for CL_KERNEL_ATTRIBUTES
}

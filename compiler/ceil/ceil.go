// Package ceil divides integers and rounds up. It imports nothing, so that all packages may share it.
package ceil

type integer interface {
	~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64
}

// Div is n/d rounded up, for n that is not negative and d that is positive. Their sum must not overflow.
func Div[T integer](n, d T) T { return (n + d - 1) / d }

// Multiple is the smallest multiple of step that is at least n, with the conditions of Div.
func Multiple[T integer](n, step T) T { return Div(n, step) * step }

package lane

import (
	"testing"

	"heddle/compiler/ir"
)

// A read writes all its channels at once: the first has a register, used or not, and no two share one. An operand that
// dies there may give its register to a result.
func TestImageReadWritesItsChannelsAtOnce(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %sampler = const i64 0x10
  %args = argblock ptr
  %image = load ptr %args in args align 8
  %gid = globalid.0 i64
  %x = trunc i32 %gid
  %r = imageread.2d+sampled f32 %image, %sampler, %x, %x in constant
  %g = result f32 #1 %r
  %sum = fadd f32 %g, %g
  %a = result f32 #3 %r
  %all = fmul f32 %sum, %a
  imagewrite.2d %image, %x, %x, %all, %g, %g, %all
  return
}`)
	checkCode(t, p, `
enter #0 else @9
u0 = argblock.ptr
u0 = load.ptr u0
w0 = globalid.i64
v0 = trunc.i32.i64 w0
[v1 v2  v3] = imageread.2d+sampled.f32 [u0 u1 v0 v0]
v1 = fadd.f32 v2 v2
v1 = fmul.f32 v1 v3
imagewrite.2d.f32 [u0 v0 v0 v1 v2 v2 v1]
end`)
	if p.ImageOps != 2 || len(p.Images) != 2 || p.Images[0].Types[1] != ir.I64 {
		t.Errorf("side tables: %v", p.Images)
	}
}

// What reads an image that is not written at the same place in all lanes is the same for all.
func TestUniformImageReads(t *testing.T) {
	for space, want := range map[string]string{
		"constant": "[u1 u3 u2 ] = imageread.1d.i32 [u0 u5]",
		"global":   "[v0 v2 v1 ] = imageread.1d.i32 [u0 u1]",
	} {
		p := mustBuild(t, `func @k kernel () -> () {
b0:
  %one = const i32 1
  %args = argblock ptr
  %image = load ptr %args in args align 8
  %r = imageread.1d i32 %image, %one in `+space+`
  %b = result i32 #2 %r
  %g = result i32 #1 %r
  %same = result i32 #1 %r
  imagewrite.1d %image, %r, %g, %b, %same, %r
  return
}`)
		if got := p.format(&p.Code[3]); got != want {
			t.Errorf("in %s: %s, not %s", space, got, want)
		}
	}
}

// Channels that are used after a loop which lanes leave one after the other are written in active lanes only.
func TestImageReadInLoopIsMasked(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %zero = const i32 0
  %one = const i32 1
  %gid = globalid.0 i64
  %id = trunc i32 %gid
  %args = argblock ptr
  %image = load ptr %args in args align 8
  jump b1(%id)
b1(%i i32):
  %r = imageread.1d i32 %image, %i in constant
  %g = result i32 #1 %r
  %b = result i32 #2 %r
  %stop = icmp.eq i1 %b, %zero
  %i2 = sub i32 %i, %one
  branch %stop, b2, b1(%i2)
b2:
  imagewrite.1d %image, %g, %g, %g, %g, %g
  return
}`)
	if got, want := p.Images[0].Masked, [4]bool{false, true, false, false}; got != want {
		t.Errorf("masked channels: %v", got)
	}
}

package giveway

import (
	"testing"
	"time"
)

// Compiling rests until the last launch in a hurry is over, or for as long as it may.
func TestRest(t *testing.T) {
	Rest() // no launch is in a hurry
	Begin()
	Begin()
	done := make(chan struct{})
	go func() {
		Rest()
		close(done)
	}()
	End()
	End()
	<-done
	Begin()
	began := time.Now()
	Rest()
	if time.Since(began) < Limit/2 {
		t.Error("it did not rest for a launch")
	}
	End()
}

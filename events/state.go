package events

import "heddle/clapi/cl"

// State is the stage of a command's life. States only grow.
type State uint8

// The six states of a command (OpenCL 3.0 API specification, section 3.2.1).
const (
	Queued    State = iota // enqueued, not yet submitted
	Submitted              // flushed, but a prerequisite is not complete
	Ready                  // nothing to wait for; next free executor runs it
	Running                // its work runs
	Ended                  // its work is done, but not yet what the work started
	Complete               // all done, or failed; dependants may go on
	stateCount
)

var stateNames = [stateCount]string{"queued", "submitted", "ready", "running", "ended", "complete"}

// String is the specification's word for the state.
func (s State) String() string {
	if s < stateCount {
		return stateNames[s]
	}
	return "invalid state"
}

// mayBecome is the table of allowed steps: to the next state, or to Complete for a command that is terminated before
// it ran.
func (s State) mayBecome(next State) bool {
	return next == s+1 && next < stateCount || next == Complete && s < Running
}

// executionStatus is the state as CL_EVENT_COMMAND_EXECUTION_STATUS shows it, which has only four.
func (s State) executionStatus() int32 {
	switch s {
	case Queued:
		return cl.Queued
	case Submitted, Ready:
		return cl.Submitted
	case Running, Ended:
		return cl.Running
	default:
		return cl.Complete
	}
}

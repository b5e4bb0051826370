package exec

// Going over to better code. A launch that began in the smallest bundles, because nobody knew yet how to bundle it best
// (choice.early), may go on for long: nobody can count what all loops do. So before each chunk of groups its workers look
// whether the background has made better code, and go on in that. Between groups nothing is under way, and the groups
// themselves stay as they are.

// goOver lets a worker run the groups to come in better code, if there is any by now. What is missing it leaves to the
// background, as launches do.
func (w *worker) goOver() {
	r, m := w.run, &w.machine
	if _, isPlanned := r.early.Planned(r.device.engine.VectorBits); !isPlanned || m.isBest {
		return
	}
	c, isFinal := r.device.chooseFor(r.asked, &r.group)
	m.isBest = isFinal
	if !r.takes(&c) || c.machine == m.pair {
		return
	}
	if err := w.prepareFor(c.machine); err != nil {
		r.fail(err)
	}
}

// takes says whether groups of the run may run as another choice says, beside others that do not.
func (r *run) takes(c *choice) bool {
	return c.machine.any != nil && c.turned == r.turned && c.group == r.group && c.machine.privateStep() == r.privateStep
}

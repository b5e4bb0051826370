package native

// Tier-up: a launch switches to better code while it runs. A launch may begin in the smallest bundles because the plan
// of its kernel is not known yet (Choice.IsEarly), and take long: nothing tells how often its loops iterate. So each
// worker looks for better code before each chunk of groups. Between two groups no work-item is under way, and the
// groups themselves stay as they are.

// switchCode makes the worker run the groups of later chunks in better code, if there is any now. What is missing it
// leaves to the background, as launches do.
func (w *Worker) switchCode() {
	r := w.run
	if _, isPlanned := r.choice.early.Planned(r.engine.VectorBits); !isPlanned || w.isBest {
		return
	}
	c, isFinal := r.engine.chooseFor(r.asked, &r.Group)
	w.isBest = isFinal
	if !r.fits(&c) || c.code == w.pair {
		return
	}
	if err := w.prepareFor(c.code); err != nil {
		r.Fail(err)
	}
}

// fits reports whether groups of the launch may run as another choice says, beside groups that do not.
func (r *Run) fits(c *Choice) bool {
	return c.IsNative() && c.interchanged == r.choice.interchanged && c.group == r.Group &&
		c.code.privateStep() == r.PrivateStep && c.code.any.code.Band == r.choice.code.any.code.Band
}

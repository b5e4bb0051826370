// Package events is the command graph: commands, what each waits for, the six states each goes through, when it went
// through them, and who is told. It runs commands in an allowed order on the threads that wait for them, or on a
// runner of the queue when nobody does. What a command does is hidden behind Work; the package knows nothing of
// buffers, kernels or API objects.
//
// # Method
//
// A command counts what it still waits for (Command.pending): one for each unfinished prerequisite and one for its
// submission, that is, for the flush of its queue. The step to zero makes it ready and puts it in its queue's ready
// list. Prerequisites are explicit (the wait list; failure is inherited) or implicit (an in-order queue's previous
// command, a barrier; failure is not inherited, so that the command after a failed one works).
//
// Executors take commands from the ready list: a thread in Wait or Finish, the thread in Enqueue when the queue is
// empty and the request allows it, or the queue's runner. Whoever leaves the list non-empty hands over to a waiting
// thread or starts a runner, so a ready command always has somebody coming for it. Commands are executed in turn,
// one per executor; the work-groups inside a command are what runs in parallel.
//
// # Reading order
//
// state.go, command.go, queue.go, queue_run.go, queue_wait.go, callback.go, user.go.
//
// # Lock order
//
// Queue.mu, then Command.mu. No goroutine holds two queues' or two commands' locks. Work and callbacks are called
// with no lock held.
package events

// Package events is the command graph: commands, their prerequisites, the six states each goes through and when, and
// the notifications. It runs commands in an allowed order on the threads that wait for them, or on a runner of the
// queue when no thread does. The action of a command is hidden by Work; the package knows nothing of buffers, kernels
// or API objects.
//
// # Method
//
// A command counts its unfinished prerequisites (Command.pending): one for each, and one for its submission, that is,
// for the flush of its queue. The step to zero makes it ready and puts it in its queue's ready list. Prerequisites are
// explicit (the wait list; failure is inherited) or implicit (an in-order queue's previous command, a barrier; failure
// is not inherited, so that the command after a failed one works).
//
// Executors take commands from the ready list: a thread in Wait or Finish, the thread in Enqueue when the queue is
// empty and the request allows it, or the queue's runner. An executor that leaves the list non-empty hands over to a
// waiting thread or starts a runner, so every ready command gets an executor. Independent commands of an out-of-order
// queue run at the same time, up to maxExecutors of them besides those that waiting threads take.
//
// # Reading order
//
// state.go, command.go, queue.go, queue_run.go, queue_wait.go, callback.go, user.go, abandon.go, within.go.
//
// # Lock order
//
// Queue.mu, then Command.mu. No goroutine holds two queues' or two commands' locks. Work and callbacks are called
// with no lock held.
package events

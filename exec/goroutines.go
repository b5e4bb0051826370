package exec

import "sync"

// Goroutines are Workers made of n goroutines, for tests and for hosts without threads of our own.
func Goroutines(n int) Workers { return &goroutines{count: max(n, 1)} }

type goroutines struct{ count int }

func (g *goroutines) Count() int { return g.count }

func (g *goroutines) Run(n, _ int, body func(worker int) bool) {
	var wait sync.WaitGroup
	for id := 1; id < min(n, g.count); id++ {
		wait.Go(func() { body(id) })
	}
	body(0)
	wait.Wait()
}

func (g *goroutines) Yield(int, int) bool { return false }

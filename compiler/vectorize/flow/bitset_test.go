package flow

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// members are the numbers of a set below limit, as Next finds them.
func members(s Bitset, limit int) []int {
	list := []int{}
	for i := s.Next(0, limit); i >= 0; i = s.Next(i+1, limit) {
		list = append(list, i)
	}
	return list
}

// TestBitset compares sets with sorted lists, over numbers that are near each other and far apart.
func TestBitset(t *testing.T) {
	const limit = 10_000
	random := rand.New(rand.NewSource(5))
	var s Bitset
	list := []int{}
	for range 5000 {
		i := random.Intn(200)
		if random.Intn(3) == 0 {
			i = random.Intn(limit)
		}
		at, found := slices.BinarySearch(list, i)
		require.Equal(t, found, s.Has(i))
		switch {
		case random.Intn(2) == 0 && !found:
			s.Add(i)
			list = slices.Insert(list, at, i)
		case found:
			before := s
			s = s.Without(i)
			require.True(t, before.Has(i))
			list = slices.Delete(list, at, at+1)
		}
	}
	require.Equal(t, list, members(s, limit))
}

func TestBitsetsMeet(t *testing.T) {
	var s, u Bitset
	for _, i := range []int{3, 70, 9000} {
		s.Add(i)
	}
	for _, i := range []int{3, 71, 640, 9000} {
		u.Add(i)
	}
	both := s.Clone()
	require.True(t, both.Intersect(u))
	require.Equal(t, []int{3, 9000}, members(both, 10_000))
	require.False(t, both.Intersect(u))
	require.True(t, s.Merge(u))
	require.Equal(t, []int{3, 70, 71, 640, 9000}, members(s, 10_000))
	require.False(t, s.Merge(u))
	require.Equal(t, 640, s.Next(72, 641))
	require.Equal(t, -1, s.Next(72, 640))
}

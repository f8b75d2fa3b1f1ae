package wire

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestMultiples(t *testing.T) {
	for _, c := range []struct {
		n, of float64
		want  bool
	}{
		{2.3, 0.1, true}, {-2.3, 0.1, true}, {2.35, 0.1, false}, {0, 7, true}, {7, 7, true}, {7.5, 2.5, true}, {7, 2, false},
		{0.0075, 0.0001, true}, {0.00751, 0.0001, false}, {1, 0.3, false}, {3, 0.3, true}, {19.99, 0.01, true}, {1e22, 3, false}, {3e22, 3, true},
		{1e308, 0.123456789, false}, {1e308, 0.5, true}, {math.MaxFloat64, 1e-323, true}, {5e-324, 1, false}, {1, 5e-324, true}, {5e-324, 5e-324, true},
		{1e308, 1e307, true}, {9007199254740993, 2, true}, {1.7976931348623157e308, 7, false}, {123456789012345680, 0.001, true}, {1e-7, 1e-8, true},
	} {
		if got := isMultiple(c.n, c.of); got != c.want {
			t.Errorf("%v of %v: %v", c.n, c.of, got)
		}
	}
}

// Compared with the definition: divide the decimals exactly and test for a remainder.
func TestMultiplesAgainstFractions(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	number := func() float64 {
		f := float64(random.IntN(200)-100) * math.Pow10(random.IntN(40)-20)
		if random.IntN(4) == 0 {
			f = random.NormFloat64() * math.Pow10(random.IntN(600)-300)
		}
		return f
	}
	rational := func(f float64) *big.Rat {
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
		return r
	}
	yes := 0
	for range 3000 {
		n, of := number(), math.Abs(number())
		if of == 0 || math.IsInf(n, 0) || math.IsInf(of, 0) {
			continue
		}
		want := new(big.Rat).Quo(rational(n), rational(of)).IsInt()
		if got := isMultiple(n, of); got != want {
			t.Errorf("%v of %v: %v", n, of, got)
		}
		if want {
			yes++
		}
	}
	if yes < 100 {
		t.Errorf("only %d multiples", yes)
	}
}

package acceptor

// names finds the index of a name among some. A few names are in a table in which no two share a place, so that one comparison decides. It is made when
// the protocol is compiled; a message has no influence on it.
type names struct {
	list   []string
	table  []int16
	mask   uint32
	factor uint32
	many   map[string]int // instead of the table
}

const (
	noName = -1
	// mostTabled is the number of names up to which such a table is small.
	mostTabled = 48
	// mostRoom is the size of a table for each name. Names that differ only in characters that place does not read share it in each table.
	mostRoom = 64
)

func newNames(list []string) *names {
	n := &names{list: list}
	if len(list) <= mostTabled {
		for size := 4; size <= mostRoom*max(len(list), 1); size *= 2 {
			for n.factor = 1; n.factor < 100; n.factor += 2 {
				if n.fill(size) {
					return n
				}
			}
		}
	}
	n.many = map[string]int{}
	for i, name := range list {
		if _, twice := n.many[name]; !twice {
			n.many[name] = i
		}
	}
	return n
}

func (n *names) fill(size int) bool {
	n.table, n.mask = make([]int16, size), uint32(size-1)
	for i, name := range n.list {
		slot := &n.table[n.place(name)]
		if *slot == 0 {
			*slot = int16(i + 1)
		} else if n.list[*slot-1] != name {
			return false
		}
	}
	return true
}

func (n *names) place(name string) uint32 {
	h := uint32(len(name)) * 0x9e3779b1
	if len(name) > 0 {
		h ^= (uint32(name[0]) | uint32(name[len(name)-1])<<8 | uint32(name[len(name)/2])<<16 | uint32(name[len(name)/3])<<24) * n.factor
	}
	return (h ^ h>>15) * 0x85ebca6b >> 7 & n.mask
}

// index returns the index of the name, or noName.
func (n *names) index(name string) int {
	if n.many != nil {
		if i, known := n.many[name]; known {
			return i
		}
		return noName
	}
	i := int(n.table[n.place(name)]) - 1
	if i < 0 || n.list[i] != name {
		return noName
	}
	return i
}

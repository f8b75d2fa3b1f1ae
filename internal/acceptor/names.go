package acceptor

// names finds the index of a name among some, with one comparison. The table is made at compile time of the protocol, so that no name in it shares its
// place with another one; a message has no influence on it.
type names struct {
	list   []string
	table  []int32
	mask   uint32
	factor uint32
}

const noName = -1

func newNames(list []string) *names {
	n := &names{list: list}
	size := 4
	for size < 2*len(list) {
		size *= 2
	}
	for ; ; size *= 2 {
		n.mask = uint32(size - 1)
		for n.factor = 1; n.factor < 400; n.factor += 2 {
			if n.fill(size) {
				return n
			}
		}
	}
}

func (n *names) fill(size int) bool {
	n.table = make([]int32, size)
	for i, name := range n.list {
		slot := &n.table[n.place(name)]
		if *slot != 0 && n.list[*slot-1] != name {
			// Names that differ only in characters that place does not read share it in each table.
			return size > 64*len(n.list) && n.chain()
		}
		if *slot == 0 {
			*slot = int32(i + 1)
		}
	}
	return true
}

// chain gives up on the table: index then compares with each name.
func (n *names) chain() bool {
	n.table = nil
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
	if n.table == nil {
		for i, own := range n.list {
			if own == name {
				return i
			}
		}
		return noName
	}
	i := int(n.table[n.place(name)]) - 1
	if i < 0 || n.list[i] != name {
		return noName
	}
	return i
}

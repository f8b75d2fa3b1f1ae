package wire

// surplus is the set of undeclared members of one object read so far.
type surplus struct {
	filter nameFilter
	names  map[string]struct{} // all of them, once there are many; for a closed record always
}

// fewNames is the number of names up to which a linear search is used instead of a map.
const fewNames = 16

// keep reads the undeclared member that comes next into extra.
func (r *Reader) keep(extra *Object, seen *surplus) {
	name := r.Name()
	fresh := seen.filter.add(name)
	switch {
	case seen.names != nil:
		fresh = seen.isNew(name)
	case !fresh:
		_, known := extra.Get(name)
		fresh = !known
	}
	if !fresh {
		r.duplicate(r.pos)
		return
	}
	if len(extra.members) == fewNames && seen.names == nil {
		seen.names = make(map[string]struct{}, 4*fewNames)
		for _, m := range extra.members {
			seen.names[m.Name] = struct{}{}
		}
		seen.names[name] = struct{}{}
	}
	if extra.members == nil {
		extra.members = make([]Member, 0, 4)
	}
	extra.members = append(extra.members, Member{name, r.Raw()})
}

// refuse skips the undeclared member that comes next, of a closed record.
func (r *Reader) refuse(seen *surplus) {
	if seen.names == nil {
		seen.names = map[string]struct{}{}
	}
	if !seen.isNew(r.Name()) {
		r.duplicate(r.pos)
	}
	r.Skip()
}

func (s *surplus) isNew(name string) bool {
	_, known := s.names[name]
	s.names[name] = struct{}{}
	return !known
}

// nameFilter is a one-word Bloom filter of names.
type nameFilter uint64

// add adds a name. It returns false if the name may have been added before.
func (f *nameFilter) add(name string) bool {
	var h uint
	if n := uint(len(name)); n > 0 {
		h = n + 7*uint(name[0]) + 31*uint(name[n-1]) + 13*uint(name[n/2])
	}
	bit := nameFilter(1) << (h % 64)
	fresh := *f&bit == 0
	*f |= bit
	return fresh
}

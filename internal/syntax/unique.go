package syntax

func (r *reader) unique(m Member) (list []Unique) {
	for item := range r.mappings(m, "an entry of `unique`", "begin with `- by: /id`") {
		u := Unique{Pos: item.Pos}
		for _, k := range item.Members {
			switch k.Key.Value {
			case "of":
				u.Of = r.names(k)
			case "by":
				if k.Value.Kind == ListNode {
					u.By = r.names(k)
				} else {
					u.By = []Text{r.text(k)}
				}
			case "at":
				u.At = r.text(k)
			case "until":
				u.Until = r.text(k)
			case "before":
				r.before(&u, k)
			case "most":
				u.Most = k.Value
			case "message":
				u.Message = r.text(k)
			case "source":
				u.Source = r.text(k)
			default:
				r.unknown(k.Key, uniqueKeys, nil, nil)
			}
		}
		r.complete(Text{Pos: item.Pos}, item, "this entry of `unique`", "by", "message")
		switch {
		case !u.Until.Pos.IsValid() && !u.Before.Pos.IsValid():
			r.fail(item.Pos, "missing-key", "add `until:` or `before:` with a time", "this entry of `unique` has neither `until` nor `before`")
		case u.Before.Pos.IsValid() && u.Until.Pos.IsValid() != u.When.Pos.IsValid():
			r.fail(u.Before.Pos, "missing-key", "write `before: {when: ..., time: ...}` and `until:` for the other messages", "`before` with a condition and `until` require each other")
		}
		list = append(list, u)
	}
	return list
}

// before reads a time that is not included: CEL, or a mapping with the condition of the messages that it is for.
func (r *reader) before(u *Unique, m Member) {
	if m.Value.Kind != MapNode {
		u.Before = r.text(m)
		return
	}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "when":
			u.When = r.text(k)
		case "time":
			u.Before = r.text(k)
		default:
			r.unknown(k.Key, beforeKeys, nil, nil)
		}
	}
	r.complete(m.Key, m.Value, "`before`", "when", "time")
}

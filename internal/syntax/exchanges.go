package syntax

func (r *reader) exchanges(m Member) []Exchange {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Exchange
	for _, e := range m.Value.Members {
		if !r.is(e, MapNode) {
			continue
		}
		x := Exchange{Name: e.Key, Order: Order{Pos: e.Value.Pos}}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "key":
				x.Key = r.exchangeKey(k)
			case "most":
				x.Most = k.Value
			case "ends":
				r.ends(&x, k)
			case "replies":
				x.Replies = r.replies(k)
			default:
				r.order(&x.Order, k, exchangeKeys)
			}
		}
		r.complete(e.Key, e.Value, "the exchange "+quote(e.Key.Value), "grammar")
		list = append(list, x)
	}
	return list
}

// exchangeKey reads a member, or a list of members.
func (r *reader) exchangeKey(m Member) Key {
	if m.Value.Kind != ListNode {
		return Key{Text: r.text(m)}
	}
	switch names := r.names(m); {
	case len(names) == 0:
		r.fail(m.Value.Pos, "conversation", "name its members", "a key has one member at least")
		return Key{}
	case len(names) > mostInKey:
		r.fail(names[mostInKey].Pos, "conversation", "remove members that others determine", "a key has at most %d members", mostInKey)
		return Key{Text: names[0]}
	default:
		return Key{names[0], names[1:]}
	}
}

// mostInKey is how many members a key has.
const mostInKey = 8

func (r *reader) ends(x *Exchange, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "one":
			x.One = r.names(k)
		case "all":
			x.All = r.names(k)
		default:
			r.unknown(k.Key, endsKeys, nil, nil)
		}
	}
}

func (r *reader) replies(m Member) *Replies {
	if !r.is(m, MapNode) {
		return nil
	}
	replies := &Replies{Pos: m.Key.Pos}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "at":
			replies.At = r.text(k)
		case "of":
			replies.Of = r.names(k)
		case "types":
			if r.is(k, MapNode) {
				for _, e := range k.Value.Members {
					replies.Types = append(replies.Types, ReplyType{e.Key, r.text(e)})
				}
			}
		default:
			r.unknown(k.Key, repliesKeys, nil, nil)
		}
	}
	r.complete(m.Key, m.Value, "`replies`", "at", "of", "types")
	return replies
}

package observe

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/gen/go/envelope"
)

// inGo runs requests in this process.
func inGo(requests []request) (answers []answer) {
	for _, r := range requests {
		a := answer{Events: []event{}}
		observer := protocols[r.Protocol].observer(func(o envelope.Observation) { a.Events = append(a.Events, eventOf(o)) })
		var err error
		if r.Conversation != "" {
			err = a.converse(observer, r)
		} else {
			err = a.check(observer, r)
		}
		if err != nil {
			a.Error = err.Error()
		}
		answers = append(answers, a)
	}
	return answers
}

func (a *answer) check(o *envelope.Observer, r request) (err error) {
	defer caught(&err)
	codec, _ := protocols[r.Protocol].lookup(r.Type)
	codec = o.Codec(codec)
	opts, err := options(r, "")
	if err != nil {
		return err
	}
	var issues []envelope.Issue
	value, err := codec.Parse(bytesOf(r), append(opts, envelope.Report(&issues))...)
	var invalid *envelope.ValidationError
	if err != nil && !errors.As(err, &invalid) {
		return err
	}
	a.add(issues)
	if err != nil || r.Params != nil {
		return nil
	}
	if _, err := codec.Encode(value, opts...); err != nil {
		return err
	}
	checked := envelope.ObserveCheck(o, r.Type, func(value any, opts ...envelope.Option) (issues []envelope.Issue) {
		inner, _ := protocols[r.Protocol].lookup(r.Type)
		_, _ = inner.Encode(value, append(opts, envelope.Report(&issues))...)
		return issues
	})
	a.add(checked(value, opts...))
	return nil
}

func (a *answer) converse(o *envelope.Observer, r request) (err error) {
	defer caught(&err)
	all := protocols[r.Protocol].conversations()
	codec := all[slices.IndexFunc(all, func(c envelope.ConversationCodec) bool { return c.Name() == r.Conversation })]
	tracker := envelope.ObserveTexts(o, codec.Track(r.As))
	for _, e := range r.Events {
		opts, err := options(r, e.Now)
		if err != nil {
			return err
		}
		var issues []envelope.Issue
		switch {
		case e.Close:
			issues = tracker.Close(opts...)
		case e.Send != nil:
			issues, err = tracker.Send([]byte(*e.Send), opts...)
		default:
			issues, err = tracker.Receive([]byte(*e.Receive), opts...)
		}
		if err != nil {
			return err
		}
		a.add(issues)
	}
	return nil
}

// caught returns the panic for a wrong option as an error.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}

func (a *answer) add(issues []envelope.Issue) {
	list := []conformance.Issue{}
	for _, i := range issues {
		list = append(list, conformance.Issue{Rule: i.Rule, Path: i.Path, Level: string(i.Level), Message: i.Message})
	}
	a.Issues = append(a.Issues, list)
}

func eventOf(o envelope.Observation) event {
	e := event{Protocol: o.Protocol, Type: o.Type, Operation: string(o.Operation), Outcome: string(o.Outcome), Issues: []issue{}, Bytes: o.Bytes}
	for _, i := range o.Issues {
		e.Issues = append(e.Issues, issue{i.Rule, i.Path, string(i.Level)})
	}
	if c := o.Conversation; c != nil {
		e.Conversation = &conversation{c.Name, c.Side, append([]string{}, c.Expected...)}
	}
	return e
}

func options(r request, now string) ([]envelope.Option, error) {
	at, err := time.Parse(time.RFC3339, cmp.Or(now, r.Now))
	if err != nil {
		return nil, err
	}
	opts := []envelope.Option{envelope.Now(at)}
	for name, value := range r.Params {
		opts = append(opts, envelope.Param(name, value))
	}
	return opts, nil
}

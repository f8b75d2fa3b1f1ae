package main

import "github.com/envgen/envgen/internal/reference"

func dispatch(oracle *reference.Reference, r request) answer {
	text, err := r.text()
	if err != nil {
		return answer{Error: err.Error()}
	}
	options, err := reference.ReadOptions(r.Now, r.Params)
	if err != nil {
		return answer{Error: err.Error()}
	}
	d, err := oracle.Dispatch(r.Protocol, r.Dispatch, r.Type, text, options)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Issues: &d.Issues, Case: d.Case}
}

func refuse(oracle *reference.Reference, r request) answer {
	options, err := reference.ReadOptions(r.Now, r.Params)
	if err != nil {
		return answer{Error: err.Error()}
	}
	result := reference.Result{Issues: []reference.Issue{}}
	if r.Size != nil {
		result.Output, err = oracle.RefuseSize(r.Protocol, *r.Size, options)
	} else if text, wrong := r.text(); wrong != nil {
		err = wrong
	} else {
		result, err = oracle.Refuse(r.Protocol, r.Type, text, options)
	}
	if err != nil {
		return answer{Error: err.Error()}
	}
	a := answer{Issues: &result.Issues}
	if result.Output != nil {
		output := string(result.Output)
		a.Output = &output
	}
	return a
}

func digest(r request) answer {
	content, err := r.text()
	if err != nil {
		return answer{Error: err.Error()}
	}
	verified := reference.VerifyDigest(r.Digest, content)
	return answer{Verified: &verified}
}

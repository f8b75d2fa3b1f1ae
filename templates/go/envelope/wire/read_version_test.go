package wire

import "testing"

func TestAccepts(t *testing.T) {
	refused := Failure{Rule: "version", Message: "m"}
	for text, want := range map[string]string{
		`{"v":{"s":"1.0.0"}}`:                        "",
		`{"v":{"s":"1.99.99-rc.1+b.01"}}`:            "",
		`{"v":{"s":"2.0.0"}}`:                        "version/v/s",
		` {"x":[{}],"v":{"y":"}","\u0073":"2.0.0"}}`: "version/v/s",
		`{"v":{"s":"0.1.0"}}`:                        "version/v/s",
		`{"v":{"s":"99999999999999999999.0.0"}}`:     "version/v/s",
		`{"v":{"s":"2.0.0-0a.-"}}`:                   "version/v/s",
		`{"v":{"s":"2.0.0+001.-"}}`:                  "version/v/s",
		`{"v":{"s":"2.0.0"}} x`:                      "json",
		`{"v":{"s":"2.0.0","s":"2.0.0"}}`:            "json",
		`{"v":{"s":"2.0"}}`:                          "",
		`{"v":{"s":"2.0.0.0"}}`:                      "",
		`{"v":{"s":"v2.0.0"}}`:                       "",
		`{"v":{"s":"02.0.0"}}`:                       "",
		`{"v":{"s":"2.00.0"}}`:                       "",
		`{"v":{"s":"2.0.0-01"}}`:                     "",
		`{"v":{"s":"2.0.0-"}}`:                       "",
		`{"v":{"s":"2.0.0-a..b"}}`:                   "",
		`{"v":{"s":"2.0.0+"}}`:                       "",
		`{"v":{"s":"2.0.0+é"}}`:                      "",
		`{"v":{"s":"2.0.0+a+b"}}`:                    "",
		`{"v":{"s":""}}`:                             "",
		`{"v":{"s":2}}`:                              "",
		`{"v":"2.0.0"}`:                              "",
		`{"s":"2.0.0"}`:                              "",
		`"2.0.0"`:                                    "",
	} {
		var r Reader
		var issues []Issue
		r.Start([]byte(text), []Option{Report(&issues)}, nil)
		if accepted := r.Accepts("1.2.3", refused, "v", "s"); accepted {
			r.Skip()
		} else if want == "" {
			t.Errorf("%s is refused", text)
		}
		err := r.Finish()
		got := ""
		for _, issue := range issues {
			got += issue.Rule + issue.Path
		}
		if got != want || (err == nil) != (want == "") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestAcceptsSofter(t *testing.T) {
	var r Reader
	r.Start([]byte(`{"v":"2.0.0"}`), nil, nil)
	if !r.Accepts("1.0.0", Failure{Rule: "version", Message: "m", Should: true}, "v") {
		t.Error("a warning ends the check")
	}
}

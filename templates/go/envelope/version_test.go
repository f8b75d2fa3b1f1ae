package envelope

import (
	"math"
	"testing"
	"time"
)

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
		r.Start([]byte(text), []Option{Report(&issues)})
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
	r.Start([]byte(`{"v":"2.0.0"}`), nil)
	if !r.Accepts("1.0.0", Failure{Rule: "version", Message: "m", Should: true}, "v") {
		t.Error("a warning ends the check")
	}
}

func TestParams(t *testing.T) {
	size := func(value any) int64 {
		var r Reader
		r.Start([]byte("1"), []Option{Param("other", "x"), Param("p", 1), Param("p", value)})
		return r.SizeParam("p", 7)
	}
	for value, want := range map[any]int64{"32KiB": 32768, "1MiB": 1 << 20, "2GiB": 2 << 30, "5B": 5, "17": 17, 3: 3, int64(4): 4, 1e3: 1000} {
		if got := size(value); got != want {
			t.Errorf("%v is %d bytes, want %d", value, got, want)
		}
	}
	for _, value := range []any{"", "KiB", "1KB", "1Ki", "-1", "+1KiB", "1.5KiB", "99999999999GiB", 1.5, true, nil} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v is a size", value)
				}
			}()
			size(value)
		}()
	}
	var r Reader
	r.Start([]byte("1"), []Option{Param("b", true), Param("n", 2), Param("d", "1h30m"), Param("s", "x")})
	if !r.BoolParam("b", false) || r.NumberParam("n", 0) != 2 || r.DurationParam("d", 0) != 90*time.Minute || r.StringParam("s", "") != "x" || r.IntegerParam("other", 9) != 9 {
		t.Error("parameters are not what the caller has set")
	}
	r.Start([]byte("1"), []Option{Param("n", math.Copysign(0, -1))})
	if math.Signbit(r.NumberParam("n", 1)) {
		t.Error("a parameter is -0")
	}
}

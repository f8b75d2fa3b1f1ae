// Command dashboard compares the queries of a dashboard with metrics in the text format of Prometheus, which it reads from standard input.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/VictoriaMetrics/metricsql"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

func main() {
	log.SetFlags(0)
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	labels := map[string]map[string]bool{} // by metric
	for name, family := range families {
		names := []string{name}
		if family.GetType() == dto.MetricType_HISTOGRAM {
			names = []string{name + "_bucket"}
		}
		for _, name := range names {
			labels[name] = map[string]bool{"le": strings.HasSuffix(name, "_bucket")}
			for _, label := range family.GetMetric()[0].GetLabel() {
				labels[name][label.GetName()] = true
			}
		}
	}
	used, faults := map[string]bool{}, []string(nil)
	for _, query := range queries(os.Args[1]) {
		faults = append(faults, check(query, labels, used)...)
	}
	for name := range labels {
		if !used[name] {
			faults = append(faults, "no query reads "+name)
		}
	}
	if faults != nil {
		log.Fatal(strings.Join(faults, "\n"))
	}
	fmt.Println(len(used), "metrics")
}

// queries returns the queries of all panels.
func queries(file string) (list []string) {
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &board)
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			list = append(list, strings.NewReplacer("$__rate_interval", "5m", "$__range", "6h").Replace(target.Expr))
		}
	}
	return list
}

// check returns the metrics and labels of a query that do not exist.
func check(query string, labels map[string]map[string]bool, used map[string]bool) (faults []string) {
	e, err := metricsql.Parse(query)
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", query, err)}
	}
	var metric string
	metricsql.VisitAll(e, func(e metricsql.Expr) { // parts before the whole
		switch e := e.(type) {
		case *metricsql.MetricExpr:
			for _, filters := range e.LabelFilterss {
				for _, f := range filters {
					if f.Label == "__name__" {
						metric = f.Value
						used[metric] = true
					}
				}
				for _, f := range filters {
					if f.Label != "__name__" && !labels[metric][f.Label] {
						faults = append(faults, fmt.Sprintf("%s: %s has no label %s", query, metric, f.Label))
					}
				}
			}
			if labels[metric] == nil {
				faults = append(faults, fmt.Sprintf("%s: no metric %s", query, metric))
			}
		case *metricsql.AggrFuncExpr:
			for _, label := range e.Modifier.Args {
				if !labels[metric][label] {
					faults = append(faults, fmt.Sprintf("%s: %s has no label %s", query, metric, label))
				}
			}
		}
	})
	return faults
}

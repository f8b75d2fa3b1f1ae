// Command report sends messages through observed functions and a tracker, and prints the metrics and log events that OpenTelemetry has received.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"example.com/observe/adapter"
	"example.com/observe/bindings/envelope"
	"example.com/observe/bindings/shop"
	"example.com/observe/bindings/shop/observe"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"go.opentelemetry.io/otel/attribute"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

const (
	loginText = `{"type":"login","user":"ada","password":"hunter2"}`
	orderText = `{"type":"order","id":"hunter2","items":[]}`
	wrongText = `{"type":"order","id":"1","items":[{"sku":"hunter2","count":0},{"sku":"ABC-1","count":1}],"notes":{"hunter2":"hunter2 hunter2 hunter2"}}`
)

func main() {
	reader, logs := metric.NewManualReader(), &records{}
	registry := prometheus.NewRegistry()
	exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(registry), otelprometheus.WithoutScopeInfo(), otelprometheus.WithoutTargetInfo())
	if err != nil {
		log.Fatal(err)
	}
	meters := metric.NewMeterProvider(metric.WithReader(reader), metric.WithReader(exporter))
	loggers := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewSimpleProcessor(logs)))
	send(observe.New(adapter.Telemetry(meters.Meter("envgen"), loggers.Logger("envgen"))))

	if slices.Contains(os.Args[1:], "prometheus") {
		expose(registry)
		return
	}
	var data metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &data); err != nil {
		log.Fatal(err)
	}
	var lines []string
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			lines = append(lines, points(m)...)
		}
	}
	slices.Sort(lines)
	fmt.Println(strings.Join(append(lines, logs.lines...), "\n"))
}

// expose prints the metrics as Prometheus reads them.
func expose(registry *prometheus.Registry) {
	families, err := registry.Gather()
	if err != nil {
		log.Fatal(err)
	}
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(os.Stdout, family); err != nil {
			log.Fatal(err)
		}
	}
}

// send sends messages of all outcomes.
func send(o *envelope.Observer) {
	parse := envelope.ObserveParse(o, "Message", shop.ParseMessage)
	for _, text := range []string{loginText, orderText, wrongText, "hunter2"} {
		_, _ = parse([]byte(text))
	}
	login := &shop.Login{User: "ada", Password: "hunter2 hunter2 hunter2"}
	if _, err := envelope.ObserveEncode(o, "Login", (*shop.Login).Encode)(login); err == nil {
		log.Fatal("the call has succeeded")
	}
	if _, err := parse([]byte(loginText), envelope.Param("hunter2", 1)); err == nil {
		log.Fatal("the call has succeeded")
	}
	tracker := envelope.ObserveTracker(o, shop.NewVisitTracker("server"))
	for _, text := range []string{orderText, loginText, `{"type":"receipt","id":"hunter2"}`} {
		m, err := shop.ParseMessage([]byte(text))
		if err != nil {
			log.Fatal(err)
		}
		tracker.Receive(m)
	}
	tracker.Close()
}

// points returns a line for each point of a metric.
func points(m metricdata.Metrics) (lines []string) {
	add := func(count any, attributes attribute.Set) {
		lines = append(lines, fmt.Sprintf("%s %s %v: %s", m.Name, m.Unit, count, written(attributes.ToSlice())))
	}
	switch d := m.Data.(type) {
	case metricdata.Sum[int64]:
		for _, p := range d.DataPoints {
			add(p.Value, p.Attributes)
		}
	case metricdata.Histogram[int64]:
		for _, p := range d.DataPoints {
			add(fmt.Sprintf("%d sum %d", p.Count, p.Sum), p.Attributes)
		}
	case metricdata.Histogram[float64]:
		for _, p := range d.DataPoints {
			add(p.Count, p.Attributes)
		}
	}
	return lines
}

// written returns attributes in the order of their names.
func written(list []attribute.KeyValue) string {
	var parts []string
	for _, a := range list {
		value := a.Value.Emit()
		if a.Value.Type() == attribute.STRINGSLICE {
			value = "[" + strings.Join(a.Value.AsStringSlice(), ", ") + "]"
		}
		parts = append(parts, string(a.Key)+"="+value)
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

// records is an exporter that keeps a line for each log event.
type records struct{ lines []string }

func (r *records) Export(_ context.Context, list []sdklog.Record) error {
	for _, record := range list {
		var attributes []attribute.KeyValue
		record.WalkAttributes(func(a attribute.KeyValue) bool {
			attributes = append(attributes, a)
			return true
		})
		r.lines = append(r.lines, fmt.Sprintf("%s %s: %s", record.EventName(), record.Severity(), written(attributes)))
	}
	return nil
}

func (*records) Shutdown(context.Context) error { return nil }

func (*records) ForceFlush(context.Context) error { return nil }

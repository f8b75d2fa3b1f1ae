// Package adapter passes the events of observers to OpenTelemetry.
package adapter

import (
	"cmp"
	"context"

	"example.com/observe/bindings/envelope"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
)

// Telemetry returns the function for New of a package observe. The errors of a meter are about names, which are valid here.
func Telemetry(meter metric.Meter, logger log.Logger) func(envelope.Observation) {
	messages, _ := meter.Int64Counter("envgen.messages", metric.WithUnit("{message}"), metric.WithDescription("Messages by outcome"))
	issues, _ := meter.Int64Counter("envgen.issues", metric.WithUnit("{issue}"), metric.WithDescription("Issues by rule and place"))
	size, _ := meter.Int64Histogram("envgen.message.size", metric.WithUnit("By"), metric.WithDescription("Size of JSON texts"), metric.WithExplicitBucketBoundaries(1e2, 1e3, 1e4, 1e5, 1e6, 1e7))
	duration, _ := meter.Float64Histogram("envgen.duration", metric.WithUnit("s"), metric.WithDescription("Time of calls"), metric.WithExplicitBucketBoundaries(1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1))
	return func(o envelope.Observation) {
		ctx := context.Background()
		about := []attribute.KeyValue{attribute.String("envgen.protocol", o.Protocol), attribute.String("envgen.type", o.Type), attribute.String("envgen.operation", string(o.Operation))}
		with := func(more ...attribute.KeyValue) metric.MeasurementOption {
			return metric.WithAttributes(append(more, about...)...)
		}
		messages.Add(ctx, 1, with(attribute.String("envgen.outcome", string(o.Outcome))))
		duration.Record(ctx, o.Duration.Seconds(), with())
		if o.Bytes > 0 {
			size.Record(ctx, int64(o.Bytes), with())
		}
		var list []string
		worst := map[envelope.Level]string{}
		for _, i := range o.Issues {
			issues.Add(ctx, 1, with(attribute.String("envgen.rule", i.Rule), attribute.String("envgen.path", i.Path), attribute.String("envgen.level", string(i.Level))))
			list, worst[i.Level] = append(list, i.Rule+" "+i.Path), cmp.Or(worst[i.Level], i.Rule)
		}
		if o.Outcome == envelope.Accepted {
			return
		}
		var r log.Record
		r.SetEventName("envgen.message." + string(o.Outcome))
		if r.SetSeverity(log.SeverityWarn); o.Outcome == envelope.Advised {
			r.SetSeverity(log.SeverityInfo)
		}
		r.AddAttributes(append(about, attribute.String("error.type", cmp.Or(worst[envelope.Must], worst[envelope.Should], "option")), attribute.StringSlice("envgen.issues", list))...)
		if c := o.Conversation; c != nil {
			r.AddAttributes(attribute.String("envgen.conversation", c.Name), attribute.String("envgen.side", c.Side), attribute.StringSlice("envgen.expected", c.Expected))
		}
		logger.Emit(ctx, r)
	}
}

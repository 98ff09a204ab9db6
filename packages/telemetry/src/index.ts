// Everything named here is public; nothing else is.
export {
  METRICS,
  SPANS,
  type CounterName,
  type GaugeName,
  type ObservedName,
  type HistogramName,
  type MetricAttributes,
  type MetricDescription,
  type MetricName,
  type SpanDescription,
  type SpanName,
} from './names.ts';
export {
  openTelemetry,
  type MetricReader,
  type MetricValue,
  type StartSpanOptions,
  type Telemetry,
  type TelemetrySpan,
  type TraceContext,
} from './telemetry.ts';

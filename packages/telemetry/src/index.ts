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
export { openTelemetry } from './open-telemetry.ts';
export {
  createMemoryMetrics,
  type MemoryMetrics,
  type MemoryMetricsOptions,
  type MemorySpan,
  type MetricTimes,
  type MetricSample,
} from './memory-metrics.ts';
export type {
  MetricReader,
  MetricValue,
  StartSpanOptions,
  Telemetry,
  TelemetrySpan,
  TraceContext,
} from './telemetry.ts';

// Serves the agent of `formwork.ts` with an SDK of OpenTelemetry, which collects its metrics, or
// its spans as well, and throws them away.
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter,
} from '@opentelemetry/sdk-trace-base';

const [kind] = process.argv.splice(2, 1);
metrics.setGlobalMeterProvider(
  new MeterProvider({ readers: [new PrometheusExporter({ preventServerStart: true })] }),
);
if (kind === 'traces') {
  const exporter = new InMemorySpanExporter();
  setInterval(() => exporter.reset(), 500).unref();
  const spanProcessors = [new BatchSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}
await import('./formwork.ts');

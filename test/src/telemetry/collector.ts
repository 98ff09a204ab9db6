import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import express from 'express';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from '../support/test-end.ts';

/** A span as the collector received it over OTLP. */
interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly milliseconds: number;
}

/** A receiver of spans over OTLP, which runs until the test is over. */
export interface Collector {
  readonly spans: readonly CollectedSpan[];
  /** Returns the newest span with a name and the given attributes; throws if there is none. */
  readonly find: (name: string, attributes?: Readonly<Record<string, unknown>>) => CollectedSpan;
  /** The bodies of all requests that the collector received, as text. */
  readonly texts: readonly string[];
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: CollectedSpan['links'];
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** Starts a receiver of spans, and registers a tracer that sends its spans there over HTTP. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const app = express();
  app.post('/v1/traces', express.text({ type: '*/*', limit: '10mb' }), (request, response) => {
    const text = String(request.body);
    texts.push(text);
    const { resourceSpans } = JSON.parse(text) as OtlpBody;
    const came = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
    spans.push(...came.map(toSpan));
    response.json({});
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` });
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(async () => {
    trace.disable();
    context.disable();
    propagation.disable();
    await provider.shutdown();
    server.closeAllConnections();
    server.close();
  });
  return {
    spans,
    texts,
    find(name, attributes = {}) {
      const entries = Object.entries(attributes);
      const found = spans.findLast(
        (span) =>
          span.name === name && entries.every(([key, value]) => span.attributes[key] === value),
      );
      if (found === undefined) throw new Error(`There is no span ${name} among ${spans.length}.`);
      return found;
    },
  };
}

function toSpan(span: OtlpSpan): CollectedSpan {
  const { name, kind, traceId, spanId, parentSpanId, links = [], attributes, status } = span;
  const nanoseconds = BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano);
  return {
    name,
    kind,
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    ),
    isError: status.code === 2,
    milliseconds: Number(nanoseconds / 1_000_000n),
  };
}

/** A family of metrics, as a parser of Prometheus's text format returns it. */
interface PrometheusFamily {
  readonly name: string;
  readonly metrics: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: string;
  }[];
}

// The package has no types of its own.
const parsePrometheus: (text: string) => readonly PrometheusFamily[] = createRequire(
  import.meta.url,
)('parse-prometheus-text-format');

/**
 * Parses samples in Prometheus's text format. Comments are removed first, because the parser drops
 * the labels of histograms; so `_count`, `_sum` and `_bucket` become families of their own.
 */
export function readSamples(text: string): readonly PrometheusFamily[] {
  return parsePrometheus(text.replaceAll(/^# .*$/gmu, ''));
}

/** Returns the sum of the samples with a name and the given labels. */
export function sumSamples(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const families = readSamples(text).filter((family) => family.name === name);
  const samples = families.flatMap((family) => family.metrics);
  const own = samples.filter((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels?.[key] === value),
  );
  return own.reduce((sum, metric) => sum + Number(metric.value), 0);
}

/** A reader of the metrics, as Prometheus would read them. */
export interface Meter {
  /** Returns the sum of the samples with a name and the given labels; 0 if there are none. */
  value(name: string, labels?: Readonly<Record<string, string>>): Promise<number>;
  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string>;
}

/** Registers a meter until the test is over. */
export function startMeter(): Meter {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  metrics.setGlobalMeterProvider(provider);
  onTestFinished(async () => {
    metrics.disable();
    await provider.shutdown();
  });
  async function text(): Promise<string> {
    const { resourceMetrics } = await exporter.collect();
    return new PrometheusSerializer().serialize(resourceMetrics);
  }
  return { text, value: async (name, labels) => sumSamples(await text(), name, labels) };
}

import {
  context,
  createNoopMeter,
  defaultTextMapGetter,
  defaultTextMapSetter,
  metrics,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Meter,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import {
  HISTOGRAM_BOUNDARIES,
  METRICS,
  SPANS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricAttributes,
  type MetricName,
  type ObservedName,
  type SpanDescription,
  type SpanName,
} from './names.ts';

/** The context in which spans start: a trace, and the parent span. */
export type TraceContext = Context;

/** Options of {@link Telemetry.startSpan}. */
export interface StartSpanOptions {
  /** The context below which the span starts. Default: the active context. */
  readonly parent?: TraceContext | undefined;
  /** A stored `traceparent` of a span to link, which does not become the parent. Default: none. */
  readonly link?: string | undefined;
  readonly attributes?: Attributes;
  /** The start of the span, in milliseconds since 1970. Default: now. */
  readonly startTime?: number;
}

/** A started span. Spans that begin in its context are below it. */
export interface TelemetrySpan {
  /** The context for spans below this one. */
  readonly context: TraceContext;
  /**
   * The span as a W3C `traceparent`, to be stored with a task; `undefined` if no tracer is
   * registered.
   */
  readonly traceparent: string | undefined;
  /** Runs a function whose own spans are below this span. */
  run<Result>(work: () => Result): Result;
  set(name: string, value: string | number): void;
  /**
   * Ends the span once; `errorType` is the type of the error that ended it, such as `LEASE_LOST`.
   * Messages of errors are left out, because they may contain private data.
   */
  end(errorType?: string): void;
}

/** Reports spans and metrics to the OpenTelemetry SDK of this process. */
export interface Telemetry {
  startSpan(name: SpanName, options?: StartSpanOptions): TelemetrySpan;
  /**
   * True if an SDK is registered, whose spans carry a trace from one part of a process to another;
   * if false, a span that nothing but a trace would show need not be started.
   */
  readonly isTracing: boolean;
  /**
   * True if metrics are exported; if false, values that would only be counted need not be watched.
   */
  readonly isMeasuring: boolean;
  /** Records a duration in a histogram, in seconds. */
  record<Name extends HistogramName>(
    name: Name,
    seconds: number,
    attributes: MetricAttributes<Name>,
  ): void;
  /** Adds to a counter or a gauge; a gauge also takes amounts below 0. */
  add<Name extends CounterName | GaugeName>(
    name: Name,
    amount: number,
    attributes: MetricAttributes<Name>,
  ): void;
  /**
   * Reads a metric from a source whenever metrics are exported; values of several sources are added
   * up. A source that is given several times counts once. Returns a function that removes the
   * reader.
   */
  observe<Name extends ObservedName>(name: Name, reader: MetricReader<Name>): () => void;
  /** Returns the active trace context. */
  active(): TraceContext;
  /** Returns true inside a span; always false if no context manager is registered. */
  isNested(): boolean;
  /** Runs a function whose spans are below a context. */
  within<Result>(above: TraceContext, work: () => Result): Result;
  /** Reads the trace context of an incoming request from its headers. */
  extract(headers: Readonly<Record<string, unknown>>): TraceContext;
  /**
   * Returns the headers that pass a trace context to another service; empty if no tracer is
   * registered.
   */
  inject(from: TraceContext): Readonly<Record<string, string>>;
  /** Returns the trace context of a stored `traceparent`, as that of another process. */
  toContext(traceparent: string | undefined): TraceContext;
}

/** Reads the values of a metric from one source. */
export interface MetricReader<Name extends ObservedName = ObservedName> {
  readonly source: object;
  readonly read: () => Promise<readonly MetricValue<Name>[]>;
}

/** One value of an observed metric. */
export interface MetricValue<Name extends ObservedName = ObservedName> {
  readonly value: number;
  readonly attributes: MetricAttributes<Name>;
}

const SCOPE = 'formwork';

const KINDS: Readonly<Record<SpanDescription['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Makes the telemetry of the registered SDK; returns `undefined` if it neither traces nor measures,
 * unless `isAlways` is true.
 */
export function createTelemetry(isAlways = false): Telemetry | undefined {
  const meter = metrics.getMeter(SCOPE);
  const isMeasuring = meter !== createNoopMeter();
  const isRegistered = isMeasuring || isTracing();
  if (!isAlways && !isRegistered) return undefined;
  const tracer = trace.getTracer(SCOPE);
  const { times, counts, readers } = findInstruments(meter);
  return {
    startSpan: (name, options = {}) => (isRegistered ? startSpan(tracer, name, options) : UNSEEN),
    isTracing: isRegistered,
    isMeasuring,
    record: (name, seconds, attributes) => times[name].record(seconds, attributes),
    add: (name, amount, attributes) => counts[name].add(amount, attributes),
    observe: (name, reader) => addReader(readers[name], reader),
    active: () => (isRegistered ? context.active() : ROOT_CONTEXT),
    isNested: () => trace.getActiveSpan() !== undefined,
    within: (above, work) => context.with(above, work),
    extract: (headers) =>
      isRegistered
        ? propagation.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : ROOT_CONTEXT,
    inject(from) {
      const headers: Record<string, string> = {};
      propagation.inject(from, headers, defaultTextMapSetter);
      return headers;
    },
    toContext(traceparent) {
      const spanContext = parseTraceparent(traceparent);
      return spanContext === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, spanContext);
    },
  };
}

/** The span of a process without an SDK. One serves for all, because a call has several. */
const UNSEEN: TelemetrySpan = {
  context: ROOT_CONTEXT,
  traceparent: undefined,
  run: (work) => work(),
  set() {},
  end() {},
};

/**
 * Returns true if a tracer is registered. Without one, the API returns a tracer that reports
 * nothing.
 */
function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  if (!(provider instanceof ProxyTracerProvider)) return true;
  return provider.getDelegateTracer(SCOPE) !== undefined;
}

/** The instruments of one meter, by their keys in {@link METRICS}. */
interface Instruments {
  readonly times: Readonly<Record<HistogramName, { record: TakeValue }>>;
  readonly counts: Readonly<Record<CounterName | GaugeName, { add: TakeValue }>>;
  readonly readers: Readonly<Record<ObservedName, Readers>>;
}

/** The readers of an observed metric, by their source, each with the number of its users. */
type Readers = Map<object, { readonly reader: MetricReader; users: number }>;

type TakeValue = (value: number, attributes: Attributes) => void;

const instruments = new WeakMap<Meter, Instruments>();

function findInstruments(meter: Meter): Instruments {
  const created = instruments.get(meter) ?? createInstruments(meter);
  instruments.set(meter, created);
  return created;
}

function createInstruments(meter: Meter): Instruments {
  const times: Record<string, { record: TakeValue }> = {};
  const counts: Record<string, { add: TakeValue }> = {};
  const readers: Record<string, Readers> = {};
  for (const key of Object.keys(METRICS) as MetricName[]) {
    const { name, kind, unit, description } = METRICS[key];
    const options = { unit, description };
    switch (kind) {
      case 'histogram': {
        const advice = { explicitBucketBoundaries: [...HISTOGRAM_BOUNDARIES] };
        times[key] = meter.createHistogram(name, { ...options, advice });
        break;
      }
      case 'counter':
        counts[key] = meter.createCounter(name, options);
        break;
      case 'gauge':
        counts[key] = meter.createUpDownCounter(name, options);
        break;
      case 'observed gauge': {
        const gauges: Readers = new Map();
        readers[key] = gauges;
        meter.createObservableGauge(name, options).addCallback(async (result) => {
          for (const { value, attributes } of await readAll(gauges))
            result.observe(value, attributes);
        });
        break;
      }
    }
  }
  // Every metric of the table is in one of the three collections.
  return { times, counts, readers } as unknown as Instruments;
}

function addReader(readers: Readers, reader: MetricReader): () => void {
  const entry = readers.get(reader.source) ?? { reader, users: 0 };
  entry.users += 1;
  readers.set(reader.source, entry);
  const user = { isOpen: true };
  return () => {
    if (!user.isOpen) return;
    user.isOpen = false;
    entry.users -= 1;
    if (entry.users === 0) readers.delete(reader.source);
  };
}

/** Reads all sources of a metric, and adds up values with the same attributes. */
async function readAll(readers: Readers): Promise<readonly MetricValue[]> {
  const sums = new Map<string, MetricValue>();
  const read = await Promise.all([...readers.values()].map(async ({ reader }) => reader.read()));
  for (const { value, attributes } of read.flat()) {
    const key = JSON.stringify(attributes);
    sums.set(key, { value: value + (sums.get(key)?.value ?? 0), attributes });
  }
  return [...sums.values()];
}

function startSpan(
  tracer: Tracer,
  name: SpanName,
  { parent = context.active(), link, attributes = {}, startTime }: StartSpanOptions,
): TelemetrySpan {
  const above = trace.getSpan(parent);
  // A span below one that is not recorded is not created, because no trace would show it. With one
  // request in a hundred recorded, this is a tenth of the cost of all others.
  if (above !== undefined && isDropped(above)) return new StartedSpan(above, parent);
  const linked = parseTraceparent(link);
  const span = tracer.startSpan(
    SPANS[name].name,
    {
      kind: KINDS[SPANS[name].kind],
      attributes,
      ...(linked !== undefined && { links: [{ context: linked }] }),
      ...(startTime !== undefined && { startTime }),
    },
    parent,
  );
  return new StartedSpan(span, trace.setSpan(parent, span));
}

/**
 * Returns true for a span of this process that is not recorded. A context from a caller counts as
 * recorded, because the sampler decides about the spans below it.
 */
function isDropped(span: Span): boolean {
  const { isRemote = false, traceFlags } = span.spanContext();
  // A span that has ended is not recording either, and may have been sampled.
  return !isRemote && (traceFlags & TraceFlags.SAMPLED) === 0 && !span.isRecording();
}

/**
 * A span of the SDK and the context below it. It is a class, so that its methods are not made for
 * each request.
 */
class StartedSpan implements TelemetrySpan {
  readonly context: TraceContext;
  readonly #span: Span;

  constructor(span: Span, traceContext: TraceContext) {
    this.#span = span;
    this.context = traceContext;
  }

  get traceparent(): string | undefined {
    const spanContext = this.#span.spanContext();
    if (!trace.isSpanContextValid(spanContext)) return undefined;
    const flags = spanContext.traceFlags.toString(16).padStart(2, '0');
    return `00-${spanContext.traceId}-${spanContext.spanId}-${flags}`;
  }

  run<Result>(work: () => Result): Result {
    // Switching contexts copies their values, so it is skipped if this context is active already.
    return context.active() === this.context ? work() : context.with(this.context, work);
  }

  set(name: string, value: string | number): void {
    this.#span.setAttribute(name, value);
  }

  end(errorType?: string): void {
    if (errorType !== undefined) {
      this.#span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType);
    }
    this.#span.end();
  }
}

const TRACEPARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/u;

function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const groups = text === undefined ? undefined : TRACEPARENT.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { traceId = '', spanId = '', flags = '' } = groups;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

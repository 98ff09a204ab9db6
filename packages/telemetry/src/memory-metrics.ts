import { HourCounts, type HourCount } from './hour-counts.ts';
import {
  HISTOGRAM_BOUNDARIES,
  METRICS,
  type MetricName,
  type ObservedName,
  type SpanName,
} from './names.ts';
import type {
  MetricReader,
  StartSpanOptions,
  Telemetry,
  TelemetrySpan,
  TraceContext,
} from './telemetry.ts';

/** One value of a metric, as it was counted in memory. */
export interface MetricSample {
  readonly attributes: Readonly<Record<string, string>>;
  /** The value of a counter or gauge; of a histogram, the number of recorded times. */
  readonly value: number;
  /** The recorded times of a histogram; absent for other metrics. */
  readonly times?: MetricTimes;
}

/** The times that a histogram has recorded, in seconds. */
export interface MetricTimes {
  readonly sum: number;
  readonly longest: number;
  /** The time within which half of all took, estimated from the buckets of the histogram. */
  readonly p50: number;
  /** The time within which 95 of 100 took, estimated from the buckets of the histogram. */
  readonly p95: number;
}

/** A span about a task, as it is remembered in memory. */
export interface MemorySpan {
  readonly name: SpanName;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The start of the span, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The end of the span, in milliseconds since 1970; absent while it goes on. */
  readonly endedAt?: number;
  /** The type of the error that ended the span, such as `LEASE_LOST`. */
  readonly errorType?: string;
}

/**
 * Counts in this process what an SDK of OpenTelemetry would get: for a page that shows the numbers
 * of a server without another program.
 */
export interface MemoryMetrics {
  /** The time from which they were counted, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Returns a telemetry that counts here, and passes everything on. */
  watch(telemetry: Telemetry): Telemetry;
  /** Returns the values of a metric; those of an observed gauge are read now. */
  read(name: MetricName): Promise<readonly MetricSample[]>;
  /** Lists the remembered attempts, steps and notifications of a task, in the order of their start. */
  listSpans(taskId: string): readonly MemorySpan[];
  /** Lists how many tasks came to each state in each of the last 24 hours, the oldest hour first. */
  listHours(): readonly HourCount[];
}

/** Options of {@link createMemoryMetrics}. */
export interface MemoryMetricsOptions {
  /**
   * The number of tasks whose spans are remembered at least, the newest; at most twice as many are.
   * Default 1,000.
   */
  readonly maxTasks?: number;
  /** The number of spans that are remembered of one task, the newest. Default 200. */
  readonly maxSpans?: number;
}

/** The spans that are remembered; others are about requests and would be too many. */
const REMEMBERED: ReadonlySet<SpanName> = new Set(['attempt', 'step', 'webhook']);

/** A value that changes while it is counted. */
interface Count {
  readonly attributes: Readonly<Record<string, string>>;
  value: number;
  sum: number;
  longest: number;
  /** The number of times in each bucket of a histogram; the last bucket has no upper end. */
  readonly buckets: number[];
}

/** A remembered span while it goes on. */
interface Span extends MemorySpan {
  readonly attributes: Record<string, unknown>;
  endedAt?: number;
  errorType?: string;
}

/**
 * A span of the SDK that is remembered, too. It is a class, so that its methods are not made for
 * each attempt.
 */
class WatchedSpan implements TelemetrySpan {
  readonly #span: TelemetrySpan;
  readonly #recorded: Span;

  constructor(span: TelemetrySpan, recorded: Span) {
    this.#span = span;
    this.#recorded = recorded;
  }

  get context(): TraceContext {
    return this.#span.context;
  }

  get traceparent(): string | undefined {
    return this.#span.traceparent;
  }

  run<Result>(work: () => Result): Result {
    return this.#span.run(work);
  }

  set(name: string, value: string | number): void {
    this.#recorded.attributes[name] = value;
    this.#span.set(name, value);
  }

  end(errorType?: string): void {
    this.#recorded.endedAt ??= Date.now();
    if (errorType !== undefined) this.#recorded.errorType = errorType;
    this.#span.end(errorType);
  }
}

/**
 * Makes empty metrics. They take a fixed amount of memory for each set of attributes, of which
 * every metric has few, and for the spans of the newest tasks.
 *
 * @example
 * ```ts
 * import { createMemoryMetrics, openTelemetry } from '@formwork/telemetry';
 *
 * const metrics = createMemoryMetrics();
 * openTelemetry(metrics)?.add('tasks', 1, { state: 'completed' });
 * console.log(await metrics.read('tasks'));
 * ```
 */
export function createMemoryMetrics({
  maxTasks = 1_000,
  maxSpans = 200,
}: MemoryMetricsOptions = {}): MemoryMetrics {
  const counts = new Map<MetricName, Map<string, Count>>();
  const readers = new Map<ObservedName, Set<MetricReader>>();
  const spans = new NewestSpans(maxTasks, maxSpans);
  const hours = new HourCounts();

  function find(name: MetricName, attributes: Readonly<Record<string, string>>): Count {
    const countsByKey = counts.get(name) ?? new Map<string, Count>();
    counts.set(name, countsByKey);
    const key = toKey(METRICS[name].attributes, attributes);
    const count = countsByKey.get(key) ?? {
      attributes,
      value: 0,
      sum: 0,
      longest: 0,
      buckets: Array.from({ length: HISTOGRAM_BOUNDARIES.length + 1 }, () => 0),
    };
    countsByKey.set(key, count);
    return count;
  }

  function record(name: MetricName, seconds: number, attributes: Count['attributes']): void {
    const count = find(name, attributes);
    count.value += 1;
    count.sum += seconds;
    count.longest = Math.max(count.longest, seconds);
    const index = HISTOGRAM_BOUNDARIES.findIndex((end) => seconds <= end);
    const bucket = index === -1 ? HISTOGRAM_BOUNDARIES.length : index;
    count.buckets[bucket] = (count.buckets[bucket] ?? 0) + 1;
  }

  function add(name: MetricName, amount: number, attributes: Count['attributes']): void {
    find(name, attributes).value += amount;
    if (name === 'tasks') hours.add(attributes['state'] ?? '', amount);
  }

  function watchSpan(
    name: SpanName,
    { attributes, startTime = Date.now() }: StartSpanOptions,
    span: TelemetrySpan,
  ): TelemetrySpan {
    const taskId = attributes?.['formwork.task.id'];
    if (!REMEMBERED.has(name) || typeof taskId !== 'string') return span;
    const remembered: Span = { name, attributes: { ...attributes }, startedAt: startTime };
    spans.add(taskId, remembered);
    return new WatchedSpan(span, remembered);
  }

  return {
    startedAt: Date.now(),
    watch: (telemetry) => ({
      ...telemetry,
      isMeasuring: true,
      startSpan: (name, options = {}) =>
        watchSpan(name, options, telemetry.startSpan(name, options)),
      record(name, seconds, attributes) {
        record(name, seconds, attributes);
        telemetry.record(name, seconds, attributes);
      },
      add(name, amount, attributes) {
        add(name, amount, attributes);
        telemetry.add(name, amount, attributes);
      },
      observe(name, reader) {
        const ofMetric = readers.get(name) ?? new Set();
        readers.set(name, ofMetric.add(reader));
        const end = telemetry.observe(name, reader);
        return () => {
          ofMetric.delete(reader);
          end();
        };
      },
    }),
    async read(name) {
      const { kind } = METRICS[name];
      if (kind !== 'observed gauge') {
        return [...(counts.get(name)?.values() ?? [])].map((count) => toValue(kind, count));
      }
      const ofMetric = [...(readers.get(name as ObservedName) ?? [])];
      const read = await Promise.all(ofMetric.map((reader) => reader.read()));
      return read.flat();
    },
    listSpans: (taskId) => spans.list(taskId),
    listHours: () => hours.list(),
  };
}

/**
 * The spans of the newest tasks, and those of as many tasks before them. Whole maps are let go
 * instead of single tasks, because a map from which entries are deleted all the time keeps them
 * alive until a full garbage collection.
 */
class NewestSpans {
  readonly #maxTasks: number;
  readonly #maxSpans: number;
  #newer = new Map<string, Span[]>();
  #older = new Map<string, Span[]>();

  constructor(maxTasks: number, maxSpans: number) {
    this.#maxTasks = maxTasks;
    this.#maxSpans = maxSpans;
  }

  list(taskId: string): readonly Span[] {
    return this.#newer.get(taskId) ?? this.#older.get(taskId) ?? [];
  }

  add(taskId: string, span: Span): void {
    const spans = this.#newer.get(taskId) ?? this.#renew(taskId);
    spans.push(span);
    if (spans.length > this.#maxSpans) spans.shift();
  }

  /** Moves the spans of a task to the newest ones. */
  #renew(taskId: string): Span[] {
    const spans = this.#older.get(taskId) ?? [];
    if (this.#newer.size >= this.#maxTasks) [this.#older, this.#newer] = [this.#newer, new Map()];
    this.#newer.set(taskId, spans);
    return spans;
  }
}

/** Returns the values of attributes as one text, which most metrics have only one of. */
function toKey(names: readonly string[], attributes: Count['attributes']): string {
  const [first = '', ...further] = names;
  const start = attributes[first] ?? '';
  return further.length === 0
    ? start
    : [start, ...further.map((name) => attributes[name])].join('\n');
}

function toValue(kind: 'counter' | 'gauge' | 'histogram', count: Count): MetricSample {
  const { attributes, value, sum, longest } = count;
  if (kind !== 'histogram') return { attributes, value };
  const [p50, p95] = [estimate(count, 0.5), estimate(count, 0.95)];
  return { attributes, value, times: { sum, longest, p50, p95 } };
}

/** Estimates a quantile: times are taken to be spread evenly over the bucket that they are in. */
function estimate({ value, longest, buckets }: Count, quantile: number): number {
  const rank = value * quantile;
  let passed = 0;
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && passed + count >= rank) {
      const start = HISTOGRAM_BOUNDARIES[index - 1] ?? 0;
      const end = Math.min(longest, HISTOGRAM_BOUNDARIES[index] ?? longest);
      return start + (Math.max(start, end) - start) * ((rank - passed) / count);
    }
    passed += count;
  }
  return longest;
}

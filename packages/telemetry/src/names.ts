/** The description of a metric, as the OpenTelemetry SDK gets it. */
export interface MetricDescription {
  /**
   * The name of the metric, with dots; Prometheus shows underscores, and `_total` for counters. The
   * name contains the unit, because only some exporters would add it.
   */
  readonly name: string;
  /**
   * The kind of the metric: a counter only grows, a gauge goes up and down, a histogram holds
   * times, an observed gauge is read when metrics are exported.
   */
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'observed gauge';
  /** The unit of the metric in UCUM notation: `s` for times. */
  readonly unit: string;
  readonly description: string;
  /**
   * The attributes of every value of the metric. They have few values, and callers cannot choose
   * them.
   */
  readonly attributes: readonly string[];
}

/** The description of a span, as the OpenTelemetry SDK gets it. */
export interface SpanDescription {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly description: string;
  /** The attributes that the span may have besides `error.type`; each begins with `formwork.`. */
  readonly attributes: readonly string[];
}

/** All metrics. `docs/operate/watch.md` explains them, and a test compares both lists. */
export const METRICS = {
  requests: {
    name: 'formwork.request.duration.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'Requests to the agent, until the last byte of their answer',
    attributes: ['door', 'method', 'outcome'],
  },
  refusals: {
    name: 'formwork.request.refusals',
    kind: 'counter',
    unit: '{request}',
    description: 'Requests that were refused, by reason and input schema',
    attributes: ['reason', 'schema'],
  },
  readers: {
    name: 'formwork.stream.readers',
    kind: 'gauge',
    unit: '{reader}',
    description: 'Streams that somebody reads now',
    attributes: ['method'],
  },
  tasks: {
    name: 'formwork.task.states',
    kind: 'counter',
    unit: '{task}',
    description: 'Tasks that came to a state, as this process wrote it',
    attributes: ['state'],
  },
  taskCount: {
    name: 'formwork.tasks',
    kind: 'observed gauge',
    unit: '{task}',
    description: 'Tasks that the engine keeps now, by state, over all callers',
    attributes: ['state'],
  },
  queueAge: {
    name: 'formwork.queue.age.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'How long tasks had waited when an attempt began',
    attributes: ['skill'],
  },
  queueOldest: {
    name: 'formwork.queue.oldest.seconds',
    kind: 'observed gauge',
    unit: 's',
    description: 'How long the task has waited that waits longest for a runner; 0 if none waits',
    attributes: [],
  },
  attempts: {
    name: 'formwork.attempt.duration.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'Attempts at tasks, until the handler returned or was told to stop',
    attributes: ['skill', 'outcome'],
  },
  failures: {
    name: 'formwork.task.failures',
    kind: 'counter',
    unit: '{task}',
    description: 'Tasks that failed or were declined by their handler, by the kind of error',
    attributes: ['skill', 'reason'],
  },
  steps: {
    name: 'formwork.step.duration.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'Steps that were done; a step that is remembered does not count',
    attributes: ['skill', 'step'],
  },
  running: {
    name: 'formwork.attempts.running',
    kind: 'gauge',
    unit: '{attempt}',
    description: 'Attempts that this process runs now',
    attributes: ['skill'],
  },
  leaseLosses: {
    name: 'formwork.lease.losses',
    kind: 'counter',
    unit: '{lease}',
    description: 'Leases that another process took, or whose task had ended',
    attributes: [],
  },
  webhookLag: {
    name: 'formwork.webhook.lag.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'From an event to the end of an attempt to notify a receiver of it',
    attributes: ['outcome'],
  },
  calls: {
    name: 'formwork.call.duration.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'Requests of the client to agents, until the headers of the answer',
    attributes: ['outcome'],
  },
  tools: {
    name: 'formwork.mcp.call.duration.seconds',
    kind: 'histogram',
    unit: 's',
    description: 'Calls of tools through the bridge of MCP',
    attributes: ['outcome'],
  },
} as const;

/** All spans. `docs/operate/watch.md` explains them, and a test compares both lists. */
export const SPANS = {
  request: {
    name: 'formwork.request',
    kind: 'server',
    description: 'A request to the agent, from its headers to the end of the answer',
    attributes: [
      'formwork.door',
      'formwork.method',
      'formwork.outcome',
      'http.response.status_code',
    ],
  },
  task: {
    name: 'formwork.task',
    kind: 'producer',
    description: 'A task is made, and run if this process has room for it',
    attributes: ['formwork.task.id', 'formwork.skill', 'formwork.schema'],
  },
  attempt: {
    name: 'formwork.attempt',
    kind: 'consumer',
    description: 'The handler runs once, under one lease',
    attributes: [
      'formwork.task.id',
      'formwork.skill',
      'formwork.attempt',
      'formwork.outcome',
      'formwork.reason',
    ],
  },
  step: {
    name: 'formwork.step',
    kind: 'internal',
    description: 'A step is done; one that is remembered has no span',
    attributes: ['formwork.task.id', 'formwork.step'],
  },
  question: {
    name: 'formwork.question',
    kind: 'internal',
    description: 'A task waited for its caller: from the question to the accepted answer',
    attributes: ['formwork.task.id', 'formwork.state'],
  },
  webhook: {
    name: 'formwork.webhook',
    kind: 'client',
    description: 'An attempt to notify a receiver',
    attributes: [
      'formwork.task.id',
      'formwork.outcome',
      'http.response.status_code',
      'server.address',
    ],
  },
  call: {
    name: 'formwork.call',
    kind: 'client',
    description: 'A request of the client to an agent, until the headers of the answer',
    attributes: [
      'http.request.method',
      'http.response.status_code',
      'server.address',
      'server.port',
    ],
  },
  tool: {
    name: 'formwork.mcp.call',
    kind: 'server',
    description: 'A tool is called through the bridge of MCP',
    attributes: ['formwork.tool', 'formwork.outcome'],
  },
} as const;

/**
 * The boundaries of histograms in seconds: a validation takes less than a millisecond, and a
 * handler may take minutes.
 */
export const HISTOGRAM_BOUNDARIES: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
];

/** The key of a span in {@link SPANS}. */
export type SpanName = keyof typeof SPANS;

/** The key of a metric in {@link METRICS}. */
export type MetricName = keyof typeof METRICS;

type NamesOf<Kind extends MetricDescription['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** The key of a metric that only grows. */
export type CounterName = NamesOf<'counter'>;

/** The key of a metric that goes up and down. */
export type GaugeName = NamesOf<'gauge'>;

/** The key of a metric that is read when metrics are exported. */
export type ObservedName = NamesOf<'observed gauge'>;

/** The key of a metric that holds times. */
export type HistogramName = NamesOf<'histogram'>;

/** The attributes that every value of a metric has. */
export type MetricAttributes<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]['attributes'][number], string>
>;

import type { TaskEngine, TaskEvent, TaskSnapshot, TaskSummary } from '@formwork/runtime';
import { listReceivers, readQuestion, toEventShape } from '@formwork/runtime/internal';
import type { OperatorView } from '@formwork/server';
import type { MemorySpan } from '@formwork/telemetry';
import type {
  ConsoleFailure,
  ConsoleQuestion,
  ConsoleRow,
  ConsoleShape,
  ConsoleSpan,
  ConsoleTask,
} from '../api/console-api.ts';
import { describeProcess } from './overview.ts';

/** The number of events that one answer has. */
const MAX_EVENTS = 500;

/** Reads a task without its contents: its log, and what this process remembers of it. */
export async function readTask(
  task: TaskSummary,
  {
    engine,
    operator,
    after,
  }: {
    readonly engine: TaskEngine;
    readonly operator: OperatorView;
    /** The position in the log after which events are read. */
    readonly after: number;
  },
): Promise<ConsoleTask> {
  const { scope, taskId } = task;
  const isOpen = task.state === 'input-required' || task.state === 'auth-required';
  const [events, receivers, snapshot] = await Promise.all([
    engine.read(scope, taskId, { after, limit: MAX_EVENTS }),
    listReceivers(engine, task),
    after === 0 || isOpen ? engine.get(scope, taskId) : undefined,
  ]);
  const schema =
    snapshot?.invocation.kind === 'structured' ? snapshot.invocation.schema : undefined;
  const question =
    snapshot && isOpen ? toQuestion(snapshot.statusMessage, snapshot.statusTimestamp) : undefined;
  return {
    process: describeProcess(operator),
    task,
    ...(snapshot && { createdAt: snapshot.createdAt }),
    ...(schema !== undefined && { schema }),
    events: events.map(({ seq, timestamp, event }) => ({
      seq,
      timestamp,
      shape: toShape(event, timestamp),
    })),
    spans: toSpans(operator.metrics.listSpans(taskId)),
    logs: operator.logs.list(taskId),
    receivers,
    ...(question !== undefined && { question }),
  };
}

function toShape(event: TaskEvent['event'], timestamp: string): ConsoleShape {
  const shape = toEventShape(event);
  const question = event.kind === 'status' ? toQuestion(event.message, timestamp) : undefined;
  return shape.kind === 'status' && question !== undefined ? { ...shape, question } : shape;
}

/** Describes a question without what it asks. `timestamp` is the time of the status that asks it. */
function toQuestion(
  message: TaskSnapshot['statusMessage'],
  timestamp: string,
): ConsoleQuestion | undefined {
  const parsed = readQuestion(message);
  if (parsed === undefined) return undefined;
  const { question: number, form, assignment } = parsed;
  const named = { number, ...(form !== undefined && { form: form.name }) };
  if (assignment === undefined) return named;
  const { to, claimedBy, dueInMs, stage, fourEyes, change, askedAt = timestamp } = assignment;
  return {
    ...named,
    to,
    ...(claimedBy !== undefined && { claimedBy }),
    ...(dueInMs !== undefined && {
      dueAt: new Date(Date.parse(askedAt) + dueInMs).toISOString(),
    }),
    ...(stage === 'overdue' && { isOverdue: true }),
    ...(fourEyes && { fourEyes }),
    ...(change && { change }),
  };
}

/** Describes spans, each attempt with the number of answers that came before it. */
function toSpans(spans: readonly MemorySpan[]): readonly ConsoleSpan[] {
  const shown: ConsoleSpan[] = [];
  let answers = 0;
  for (const stored of spans) {
    const span = toSpan(stored);
    const isAttempt = span.kind === 'attempt';
    shown.push(isAttempt && answers > 0 ? { ...span, answers } : span);
    if (isAttempt && span.outcome === 'suspended') answers += 1;
  }
  return shown;
}

function toSpan({ name, attributes, startedAt, endedAt, errorType }: MemorySpan): ConsoleSpan {
  const read = (key: string): string | undefined => {
    const value = attributes[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const kind = name === 'attempt' || name === 'step' ? name : 'webhook';
  const label = { attempt: 'formwork.attempt', step: 'formwork.step', webhook: 'server.address' };
  const outcome = read('formwork.outcome') ?? errorType;
  const reason = read('formwork.reason') ?? read('http.response.status_code');
  return {
    kind,
    name: read(label[kind]) ?? '',
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(outcome !== undefined && { outcome }),
    ...(reason !== undefined && { reason }),
  };
}

/** The states of tasks that may have failed, or rest after a failed attempt. */
const MAY_HAVE_FAILED: ReadonlySet<TaskSummary['state']> = new Set([
  'submitted',
  'working',
  'failed',
  'rejected',
]);

/** The most characters of the message of an error that a row has. */
const MAX_MESSAGE = 120;

/** Describes a task in a list, with its last failure as far as this process remembers it. */
export function toTaskRow(
  task: TaskSummary,
  operator: Pick<OperatorView, 'metrics' | 'logs'>,
): ConsoleRow {
  const failure = MAY_HAVE_FAILED.has(task.state) ? findFailure(task.taskId, operator) : undefined;
  return failure === undefined ? task : { ...task, failure };
}

/** Finds the last failure of a task; `undefined` if its last attempt has not failed. */
function findFailure(
  taskId: string,
  { metrics, logs }: Pick<OperatorView, 'metrics' | 'logs'>,
): ConsoleFailure | undefined {
  const attempt = metrics
    .listSpans(taskId)
    .findLast(({ name, endedAt }) => name === 'attempt' && endedAt !== undefined);
  const reason = attempt?.attributes['formwork.reason'];
  if (typeof reason !== 'string') return undefined;
  const entry = logs.list(taskId).findLast(({ level, fields }) => level !== 'info' && fields);
  const message = entry === undefined ? '' : readErrorMessage(entry.fields ?? '');
  return { reason, ...(message !== '' && { message }) };
}

/** Returns the first line of the error in the fields of a log entry, without its class; `''` for none. */
function readErrorMessage(fields: string): string {
  const [, text = ''] = /"error":"((?:[^"\\]|\\.)*)/u.exec(fields) ?? [];
  const [line = ''] = text.split('\\n');
  return cut(line.replaceAll(/\\(["\\/])/gu, '$1').replace(/^\w+: /u, ''));
}

function cut(line: string): string {
  if (line.length <= MAX_MESSAGE) return line;
  return `${line.slice(0, MAX_MESSAGE - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

import type { TaskEngine, TaskSummary } from '@formwork/runtime';
import { listReceivers, toEventShape } from '@formwork/runtime/internal';
import type { OperatorView } from '@formwork/server';
import type { TallySpan } from '@formwork/telemetry';
import type { ConsoleSpan, ConsoleTask } from '../api/console-api.ts';
import { describeProcess } from './overview.ts';

/** The number of events that one answer has. */
const MAX_EVENTS = 500;

/** Options of {@link readTask}. */
export interface ReadTaskOptions {
  readonly engine: TaskEngine;
  readonly operator: OperatorView;
  /** The position in the log after which events are read. */
  readonly after: number;
}

/** Reads a task without its contents: its log, and what this process remembers of it. */
export async function readTask(
  task: TaskSummary,
  { engine, operator, after }: ReadTaskOptions,
): Promise<ConsoleTask> {
  const { scope, taskId } = task;
  const isOpen = task.state === 'input-required' || task.state === 'auth-required';
  const [events, receivers, snapshot] = await Promise.all([
    engine.read(scope, taskId, { after, limit: MAX_EVENTS }),
    listReceivers(engine, task),
    after === 0 ? engine.get(scope, taskId) : undefined,
  ]);
  const schema =
    snapshot?.invocation.kind === 'structured' ? snapshot.invocation.schema : undefined;
  return {
    process: describeProcess(operator),
    task,
    ...(snapshot && { createdAt: snapshot.createdAt }),
    ...(schema !== undefined && { schema }),
    events: events.map(({ seq, timestamp, event }) => ({
      seq,
      timestamp,
      shape: toEventShape(event),
    })),
    spans: operator.tally.listSpans(taskId).map(toSpan),
    logs: operator.logs.list(taskId),
    receivers,
    hasQuestion: isOpen,
  };
}

function toSpan({ name, attributes, startedAt, endedAt, errorType }: TallySpan): ConsoleSpan {
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

import type { TaskSummary } from '@formwork/runtime';
import type { OperatorView } from '@formwork/server';
import type { ConsoleFailure, ConsoleRow } from '../api/console-api.ts';

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

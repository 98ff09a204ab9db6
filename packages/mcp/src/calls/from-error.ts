import {
  AbortedError,
  ConnectError,
  DeadlineError,
  InvalidInputError,
  InvalidOutputError,
  RequestError,
  TaskError,
  type ReceivedFile,
} from '@formwork/client';
import { isFormworkError, toModelText } from '@formwork/schema';
import { toCleanText } from '../text/to-clean-text.ts';
import type { CallOutcome } from './call-outcome.ts';

/** Most characters of a result that does not fit, as it is shown. */
const MAX_SHOWN = 2000;

/** Options of {@link fromError}. */
export interface FromErrorOptions {
  readonly alias: string;
  /** True if the skill may also answer with text. */
  readonly mayBeText: boolean;
  /** The parts that the task sent before. */
  readonly files: readonly ReceivedFile[];
}

/** Describes an error of the client in words for a model. */
export function fromError(
  error: unknown,
  { alias, mayBeText, files }: FromErrorOptions,
): CallOutcome {
  if (error instanceof TaskError) {
    const { taskId, state, outcome } = error;
    return { kind: 'ended', taskId, state, text: outcome.text };
  }
  if (error instanceof DeadlineError || error instanceof AbortedError) {
    const { taskId } = error;
    if (taskId !== undefined) return { kind: 'working', taskId };
    const text = `The remote agent "${alias}" did not take the message in time. Whether it works on it is not known.`;
    return { kind: 'error', taskId: '', code: error.code, text };
  }
  if (error instanceof InvalidOutputError) {
    const { data, taskId = '', problems } = error;
    const isMissing = problems.some(({ keyword }) => keyword === 'missing');
    if (isMissing && mayBeText && typeof data === 'string') {
      const said = { text: data, conclusion: '' };
      return { kind: 'completed', taskId, contextId: '', data: undefined, ...said, files };
    }
    const shown = data === undefined ? '' : `\nWhat it sent: ${cutJson(data)}`;
    const lines = problems.map(({ pointer, message }) => `- ${pointer || '/'} ${message}`);
    const text = `The remote agent "${alias}" gave a result that does not fit the schema ${JSON.stringify(error.schema)} that it promises:\n${lines.join('\n')}${shown}`;
    return { kind: 'error', taskId, code: error.code, text: toCleanText(text, { most: 6000 }) };
  }
  if (error instanceof InvalidInputError) {
    const { problems, schema, taskId = '' } = error;
    return { kind: 'error', taskId, code: error.code, text: toModelText(problems, { schema }) };
  }
  const taskId = error instanceof RequestError ? (error.taskId ?? '') : '';
  const code = isFormworkError(error) ? error.code : 'UNEXPECTED';
  const said = findWords(error);
  const text =
    said === undefined
      ? `The remote agent "${alias}" gave an answer that cannot be read. Whether it works on the task is not known.`
      : `The remote agent "${alias}" could not be called: ${said}`;
  return {
    kind: 'error',
    taskId,
    code,
    text: toCleanText(text, { most: 2000 }),
    fault: isPassing(error) ? 'passing' : 'lasting',
  };
}

/** The message of an error; `undefined` for words of the runtime, which mean nothing to a model. */
function findWords(error: unknown): string | undefined {
  if (!isFormworkError(error)) return undefined;
  const { cause } = error;
  const isRead = error instanceof RequestError && error.reason === 'PROTOCOL';
  return isRead && cause instanceof TypeError ? undefined : (error.message.split('\n')[0] ?? '');
}

const PASSING: ReadonlySet<string> = new Set(['NETWORK', 'UNAVAILABLE', 'RATE_LIMITED']);

/** True if the agent is not there now, or has too much to do. */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectError) return true;
  return error instanceof RequestError && (PASSING.has(error.reason) || (error.status ?? 0) >= 500);
}

function cutJson(data: unknown): string {
  const text = JSON.stringify(data) ?? 'nothing';
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

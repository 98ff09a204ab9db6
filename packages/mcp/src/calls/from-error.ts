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

/** The highest number of characters shown of a result that does not fit its schema. */
const MAX_SHOWN = 2000;

/** Turns an error of the client into an outcome whose text a model can act on. */
export function fromError(
  error: unknown,
  {
    label,
    mayBeText = false,
    files = [],
  }: {
    /** The label by which the text introduces the agent. */
    readonly label: string;
    /** True if the skill may also answer with text. Default false. */
    readonly mayBeText?: boolean;
    /** The files that the task had sent before the error. Default: none. */
    readonly files?: readonly ReceivedFile[];
  },
): CallOutcome {
  if (error instanceof TaskError) {
    const { taskId, state, outcome } = error;
    if (state === 'declined' && mayBeText) {
      const { text, contextId } = outcome;
      return { kind: 'completed', taskId, contextId, data: undefined, text, conclusion: '', files };
    }
    return { kind: 'ended', taskId, state, text: outcome.text };
  }
  if (error instanceof DeadlineError || error instanceof AbortedError) {
    const { taskId } = error;
    if (taskId !== undefined) return { kind: 'working', taskId };
    const text = `The remote agent "${label}" did not take the message in time. Whether it works on it is not known.`;
    return { kind: 'error', taskId: '', code: error.code, text };
  }
  if (error instanceof InvalidOutputError) {
    const { data, taskId = '', problems } = error;
    const isMissing = problems.some(({ keyword }) => keyword === 'missing');
    if (isMissing && mayBeText && typeof data === 'string') {
      const texts = { text: data, conclusion: '' };
      return { kind: 'completed', taskId, contextId: '', data: undefined, ...texts, files };
    }
    const shown = data === undefined ? '' : `\nWhat it sent: ${cutJson(data)}`;
    const lines = problems.map(({ pointer, message }) => `- ${pointer || '/'} ${message}`);
    const text = `The remote agent "${label}" gave a result that does not fit the schema ${JSON.stringify(error.schema)} that it promises:\n${lines.join('\n')}${shown}`;
    return { kind: 'error', taskId, code: error.code, text: toCleanText(text, { most: 6000 }) };
  }
  if (error instanceof InvalidInputError) {
    const { problems, schema, taskId = '' } = error;
    return { kind: 'error', taskId, code: error.code, text: toModelText(problems, { schema }) };
  }
  const taskId = error instanceof RequestError ? (error.taskId ?? '') : '';
  const code = isFormworkError(error) ? error.code : 'UNEXPECTED';
  const words = findErrorMessage(error);
  const text =
    words === undefined
      ? `The remote agent "${label}" gave an answer that cannot be read. Whether it works on the task is not known.`
      : `The remote agent "${label}" could not be called: ${words}`;
  return {
    kind: 'error',
    taskId,
    code,
    text: toCleanText(text, { most: 2000 }),
    fault: isPassing(error) ? 'passing' : 'lasting',
  };
}

/**
 * Returns the message of an error; `undefined` for messages of the JavaScript runtime, which mean
 * nothing to a model.
 */
function findErrorMessage(error: unknown): string | undefined {
  if (!isFormworkError(error)) return undefined;
  const { cause } = error;
  const isRead = error instanceof RequestError && error.reason === 'PROTOCOL';
  return isRead && cause instanceof TypeError ? undefined : (error.message.split('\n')[0] ?? '');
}

const PASSING: ReadonlySet<string> = new Set(['NETWORK', 'UNAVAILABLE', 'RATE_LIMITED']);

/**
 * True if the agent cannot be reached now, or is overloaded, so that the same call may work later.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectError) return true;
  return error instanceof RequestError && (PASSING.has(error.reason) || (error.status ?? 0) >= 500);
}

function cutJson(data: unknown): string {
  const text = JSON.stringify(data) ?? 'nothing';
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

import type { InputRequest } from '@modelcontextprotocol/server';
import { createHash } from 'node:crypto';
import { toSamplingRequest } from './ask-model.ts';
import {
  AUTHORIZATION_KEY,
  toAnswerKey,
  toQuestionRoute,
  toFormRequest,
  toUrlRequest,
} from './ask-person.ts';
import type { CallOutcome } from './call-outcome.ts';
import type { HostCall } from './host-call.ts';
import { type InvalidAnswers, toInvalidAnswerKey } from './invalid-answers.ts';
import { readTask } from './read-task.ts';
import { POLL_MS, TASK_TTL_MS } from './settle-outcome.ts';
import { mayOpenAddress } from './sign-in-address.ts';
import { describeWait, toError } from './to-result.ts';

/** A task of MCP in the form that hosts read (extension `io.modelcontextprotocol/tasks`). */
export type HostTask = Readonly<Record<string, unknown>>;

/** A question that the host is to put to a person. */
export interface HostQuestion {
  /**
   * The key of the question, different for every question and every repetition, because hosts do
   * not ask again under the same key.
   */
  readonly key: string;
  readonly request: InputRequest;
}

/**
 * Finds the question that a person must answer for the task to go on; `undefined` if there is none,
 * or the host cannot ask a person.
 */
export async function findHostQuestion(
  outcome: CallOutcome,
  call: HostCall,
  invalidAnswers: InvalidAnswers,
): Promise<HostQuestion | undefined> {
  const { context, callTarget } = call;
  const { label } = callTarget;
  if (outcome.kind === 'question') {
    const { question, taskId } = outcome;
    const request = toSamplingRequest(question, call);
    if (request !== undefined) {
      return { key: `${toAnswerKey(question)}-${await toMark(taskId, call)}`, request };
    }
  }
  if (outcome.kind === 'question' && context.can.forms) {
    const { question, taskId } = outcome;
    const asking = toQuestionRoute(question);
    if (asking.kind !== 'form') return undefined;
    const invalidAnswer = invalidAnswers.of(toInvalidAnswerKey(outcome, callTarget));
    const fields = { label, form: asking.form, problem: invalidAnswer?.problem, state: '' };
    const name = toAnswerKey(question);
    const request = toFormRequest(question, fields).inputRequests?.[name];
    const key = `${name}-${await toMark(taskId, call)}-${invalidAnswer?.round ?? 0}`;
    return request === undefined ? undefined : { key, request };
  }
  if (outcome.kind !== 'auth' || outcome.url === undefined) return undefined;
  if (!context.can.urls || !mayOpenAddress(outcome.url, callTarget.settings.authorizationHosts))
    return undefined;
  const { url, text, taskId } = outcome;
  const request = toUrlRequest(url, { label, text, state: '' }).inputRequests?.[AUTHORIZATION_KEY];
  const key = `${AUTHORIZATION_KEY}-${await toMark(taskId, call)}`;
  return request === undefined ? undefined : { key, request };
}

/**
 * Returns a short id of the question, made from the message that asks it, so that every process
 * computes the same one.
 */
async function toMark(taskId: string, call: HostCall): Promise<string> {
  const { status } = await readTask(taskId, call);
  const id = status?.message?.messageId ?? '';
  return createHash('sha256').update(id).digest('base64url').slice(0, 8);
}

/** Returns true if a task still asks the question with a key. Rejects if it cannot be read. */
export async function isQuestionOpen(
  key: string,
  call: HostCall,
  taskId: string,
): Promise<boolean> {
  return key.includes(`-${await toMark(taskId, call)}`);
}

/** Makes the task of MCP that describes the state of a call to its host. */
export function toHostTask(
  outcome: CallOutcome,
  {
    taskId,
    createdAt,
    call,
    asking,
    status,
  }: {
    /** The id of the task for the host, which is its encrypted handle. */
    readonly taskId: string;
    /** The time when the task began, in milliseconds since 1970. */
    readonly createdAt: number;
    /** The call; `undefined` if the agent could not be reached. */
    readonly call: HostCall | undefined;
    readonly asking: HostQuestion | undefined;
    /** The last progress text of the task; `''` if there is none. */
    readonly status: string;
  },
): HostTask {
  const base = {
    // Without it the SDK would take the task for the result of a call.
    resultType: 'complete',
    taskId,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: TASK_TTL_MS,
    pollIntervalMs: POLL_MS,
  };
  if (asking !== undefined) {
    const inputRequests = { [asking.key]: asking.request };
    return { ...base, status: 'input_required', inputRequests };
  }
  if (outcome.kind === 'working') {
    return { ...base, status: 'working', ...(status !== '' && { statusMessage: status }) };
  }
  if (outcome.kind === 'question' && outcome.question.assignment !== undefined) {
    const label = call?.callTarget.label ?? '';
    return { ...base, status: 'working', statusMessage: describeWait(outcome.question, label) };
  }
  if (outcome.kind === 'ended' && outcome.state === 'canceled')
    return { ...base, status: 'cancelled' };
  if (outcome.kind === 'error' && (outcome.fault !== undefined || outcome.taskId === '')) {
    // The task may still be running, and after an error its host would not ask again.
    if (outcome.fault === 'passing')
      return { ...base, status: 'working', statusMessage: outcome.text };
    return { ...base, status: 'failed', error: { code: -32603, message: outcome.text } };
  }
  return {
    ...base,
    status: 'completed',
    result: { resultType: 'complete', ...toEnd(outcome, call) },
  };
}

function toEnd(outcome: CallOutcome, call: HostCall | undefined) {
  if (call === undefined) return toError('The task cannot be found.', { code: 'agent_unknown' });
  const asking = outcome.kind === 'question' ? toQuestionRoute(outcome.question) : undefined;
  // The question cannot be put to a person, so it becomes the task's result for the model.
  if (asking?.kind === 'secret') return call.refuseSecret(outcome.taskId, asking.field);
  return call.toResult(outcome);
}

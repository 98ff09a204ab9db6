import type { Question } from '@formwork/client';
import { inputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { HandleError } from '../errors/handle-error.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import {
  AUTHORIZATION_KEY,
  readAnswer,
  toAnswerKey,
  toAsking,
  toReply,
  toFormRequest,
  toUrlRequest,
} from './ask-person.ts';
import type { CallContext } from './call-context.ts';
import type { CallRules } from './call-rules.ts';
import { findSubject } from './call-subject.ts';
import { followCall } from './follow-call.ts';
import type { Rest } from './rest.ts';
import { proceed } from './resume-call.ts';
import {
  cancelTask,
  mayVisit,
  POLL_MS,
  TASK_TTL_MS,
  toResultOptions,
  type SettleOptions,
} from './settle-rest.ts';
import { toResult } from './to-result.ts';

/** How long one look at a task waits for news, in milliseconds. */
const LOOK_MS = 400;

/** How long an answer may take to be sent, in milliseconds. */
const ANSWER_MS = 1000;

/** Answers that did not fit, by task; kept for this many tasks. */
const MAX_MISFITS = 1000;

/** A task of MCP as a host follows it (extension `io.modelcontextprotocol/tasks`). */
type HostTask = Readonly<Record<string, unknown>>;

/** Serves the tasks of hosts that follow them: what A2A knows of them is all there is. */
export interface HostTasks {
  readonly get: (handle: string, context: CallContext) => Promise<HostTask>;
  readonly update: (handle: string, context: CallContext) => Promise<HostTask>;
  readonly cancel: (handle: string, context: CallContext) => Promise<HostTask>;
}

interface Misfit {
  readonly round: number;
  readonly problem: string;
}

export function createHostTasks(rules: CallRules): HostTasks {
  const misfits = new Map<string, Misfit>();

  async function open(text: string, context: CallContext) {
    const handle = openHandle(text, { rules, context });
    const subject = await findSubject(handle, rules.agents);
    if (subject === undefined) throw toUnknown();
    const { results } = subject;
    const { digest, createdAt } = handle;
    const base = { rules, subject, digest, results, createdAt, mayBecomeTask: false };
    return { handle, options: { ...base, context } satisfies SettleOptions };
  }

  function remember(taskId: string, problem: string): void {
    misfits.set(taskId, { round: (misfits.get(taskId)?.round ?? 0) + 1, problem });
    const [oldest] = misfits.keys();
    if (misfits.size > MAX_MISFITS && oldest !== undefined) misfits.delete(oldest);
  }

  async function answer(question: Question, options: SettleOptions): Promise<void> {
    const { context, subject } = options;
    const asking = toAsking(question);
    const key = toKey(question, misfits.get(question.taskId));
    const response = inputResponse(context.inputResponses ?? {}, key);
    if (asking.kind !== 'form' || response.kind !== 'elicit') return;
    if (response.action !== 'accept') {
      if (options.rules.onDecline === 'cancel') await cancelTask(question.taskId, options);
      return;
    }
    const read = readAnswer(question, { form: asking.form, content: response.content ?? {} });
    if (read.kind === 'misfit') {
      remember(question.taskId, read.problem);
      return;
    }
    misfits.delete(question.taskId);
    const wait = { deadlineMs: ANSWER_MS, signal: context.signal };
    const events =
      question.kind === 'form'
        ? question.streamAnswer(read.value, wait)
        : question.streamAnswer(toReply(read.value), wait);
    const { alias, mayBeText } = subject;
    await followCall(events, { alias, mayBeText, context });
  }

  return {
    async get(text, context) {
      const { handle, options } = await open(text, context);
      let status = '';
      const told = { ...context, tell: (said: string) => (status = said === '' ? status : said) };
      const rest = await look(handle.taskId, { ...options, context: told });
      return toHostTask(text, { rest, options, status, misfit: misfits.get(handle.taskId) });
    },
    async update(text, context) {
      const { handle, options } = await open(text, context);
      const rest = await look(handle.taskId, options);
      if (rest.kind === 'question') await answer(rest.question, options);
      if (rest.kind === 'auth') {
        const [response] = Object.values(context.inputResponses ?? {});
        const view = inputResponse({ [AUTHORIZATION_KEY]: response }, AUTHORIZATION_KEY);
        if (view.kind === 'elicit' && view.action === 'accept') {
          const short = { ...rules, budgetMs: ANSWER_MS };
          await proceed(handle.taskId, { ...options, rules: short });
        }
      }
      return {};
    },
    async cancel(text, context) {
      const { handle, options } = await open(text, context);
      await cancelTask(handle.taskId, options);
      return {};
    },
  };
}

function openHandle(
  text: string,
  { rules, context }: { readonly rules: CallRules; readonly context: CallContext },
): TaskHandle {
  try {
    return rules.handles.open(text, context.principal);
  } catch (error) {
    if (error instanceof HandleError) throw toUnknown();
    throw error;
  }
}

function toUnknown(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown or expired task');
}

async function look(taskId: string, { subject, context }: SettleOptions): Promise<Rest> {
  const { alias, mayBeText } = subject;
  const events = subject.toTask(taskId).stream({ deadlineMs: LOOK_MS, signal: context.signal });
  const rest = await followCall(events, { alias, mayBeText, context });
  const isLate = rest.kind === 'error' && rest.code === 'DEADLINE_EXCEEDED';
  return isLate ? { kind: 'working', taskId } : rest;
}

interface HostTaskOptions {
  readonly rest: Rest;
  readonly options: SettleOptions;
  readonly status: string;
  readonly misfit: Misfit | undefined;
}

function toHostTask(taskId: string, { rest, options, status, misfit }: HostTaskOptions): HostTask {
  const base = {
    // The SDK would take it for a result of a call otherwise.
    resultType: 'complete',
    taskId,
    createdAt: new Date(options.createdAt ?? Date.now()).toISOString(),
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: TASK_TTL_MS,
    pollIntervalMs: POLL_MS,
  };
  if (rest.kind === 'working') {
    return { ...base, status: 'working', ...(status !== '' && { statusMessage: status }) };
  }
  const inputRequests = toInputRequests(rest, { options, misfit });
  if (inputRequests !== undefined) return { ...base, status: 'input_required', inputRequests };
  if (rest.kind === 'ended' && rest.state === 'canceled') return { ...base, status: 'cancelled' };
  if (rest.kind === 'error' && rest.taskId === '') {
    return { ...base, status: 'failed', error: { code: -32603, message: rest.text } };
  }
  const result = toResult(rest, toResultOptions(options));
  return { ...base, status: 'completed', result: { resultType: 'complete', ...result } };
}

interface InputOptions {
  readonly options: SettleOptions;
  readonly misfit: Misfit | undefined;
}

function toInputRequests(
  rest: Rest,
  { options, misfit }: InputOptions,
): Readonly<Record<string, unknown>> | undefined {
  const { context, subject } = options;
  const { alias } = subject;
  if (rest.kind === 'question' && context.can.forms) {
    const { question } = rest;
    const asking = toAsking(question);
    if (asking.kind !== 'form') return undefined;
    const fields = { alias, form: asking.form, problem: misfit?.problem, state: '' };
    const request = toFormRequest(question, fields).inputRequests?.[toAnswerKey(question)];
    return { [toKey(question, misfit)]: request };
  }
  if (rest.kind !== 'auth' || rest.url === undefined) return undefined;
  if (!context.can.urls || !mayVisit(rest.url, subject)) return undefined;
  return toUrlRequest(rest.url, { alias, text: rest.text, state: '' }).inputRequests;
}

/** Another one for every time that something is asked: hosts take the same for answered. */
function toKey(question: Question, misfit: Misfit | undefined): string {
  return `${toAnswerKey(question)}-${question.number ?? 0}-${misfit?.round ?? 0}`;
}

import { DeadlineError } from '@formwork/client';
import { isRecord } from '@formwork/schema/json';
import { type CallToolResult, inputRequired } from '@modelcontextprotocol/server';
import type { CallSubject } from '../agents/call-subject.ts';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import type { SentMessage, TaskHandle } from '../handles/task-handle.ts';
import { toFileUri } from '../resources/resource-uri.ts';
import { toJsonBytes } from '../text/short-text.ts';
import { toSamplingRequest } from './ask-model.ts';
import { toAnswerKey, toAsking, toFormRequest, toUrlRequest } from './ask-person.ts';
import type { BridgeServices, CreatedTask, ToolAnswer } from './bridge-services.ts';
import type { CallContext } from './call-context.ts';
import { type CallOutcome, readOutcome } from './call-outcome.ts';
import { fromError } from './from-error.ts';
import { describeLate, LATE_WORDS, type LateAnswer } from './host-answer.ts';
import { markRequest } from './shown-request.ts';
import { toError, toResult, type ResultOptions } from './to-result.ts';

/** The longest time that asking an agent to stop a task may take, in milliseconds. */
const CANCEL_MS = 2000;

/**
 * The shortest time for which a task that a host follows is kept, in milliseconds; {@link POLL_MS}
 * is the time after which the host should ask for the task's state again.
 */
export const TASK_TTL_MS: number = 24 * 60 * 60 * 1000;
export const POLL_MS = 1000;

/** Options of {@link settleOutcome}. */
export interface SettleOptions {
  readonly services: BridgeServices;
  readonly subject: CallSubject;
  readonly context: CallContext;
  /**
   * The digest of the call's name and arguments. A host that repeats the call with answers must
   * send the same ones.
   */
  readonly digest: string;
  /** The kind of result that the called tool promises; the task tool promises the envelope. */
  readonly results: CallSubject['results'];
  /**
   * False if the call only continues a task: it does not become a task of the host, and the task is
   * not canceled when the host stops waiting. Default true.
   */
  readonly mayBecomeTask?: boolean;
  /** The time when the task began, in milliseconds since 1970, if that was before this call. */
  readonly createdAt?: number;
  /**
   * The last answer's problem, and how many answers did not fit, if the question is asked again.
   */
  readonly retry?: { readonly round: number; readonly problem: string };
  /** The fate of the host's answer if its question was no longer open when it came. */
  readonly late?: LateAnswer | undefined;
}

/**
 * Decides how a host is answered for an outcome: with a result, a request to ask a person, or a
 * task.
 */
export async function settleOutcome(
  outcome: CallOutcome,
  options: SettleOptions,
): Promise<ToolAnswer> {
  const answer = await answerHost(outcome, options);
  return options.late === undefined ? answer : addLate(answer, options.late);
}

/** Adds the fate of a host's late answer, for the model and for programs. */
function addLate(answer: ToolAnswer, late: LateAnswer): ToolAnswer {
  const { content, meta } = describeLate(late);
  const { _meta: answerMeta = {} } = answer;
  const facts = answerMeta[TOOL_META_KEY];
  const all = { ...(isRecord(facts) && facts), ...meta[TOOL_META_KEY] };
  const marked = { ...answer, _meta: { ...answerMeta, [TOOL_META_KEY]: all } };
  return isResult(marked) ? { ...marked, content: [...marked.content, ...content] } : marked;
}

function isResult(answer: ToolAnswer): answer is CallToolResult {
  return answer.resultType !== 'task' && 'content' in answer && Array.isArray(answer.content);
}

async function answerHost(outcome: CallOutcome, options: SettleOptions): Promise<ToolAnswer> {
  const { services, subject, context } = options;
  const { alias, label } = subject;
  const note = options.late && LATE_WORDS[options.late];
  const shown = markRequest(outcome);
  switch (outcome.kind) {
    case 'working':
      if (context.signal.aborted && options.mayBecomeTask !== false) {
        await cancelTask(outcome.taskId, options);
        return toError('The call was canceled, and the task with it.', {
          alias,
          code: 'canceled',
        });
      }
      if (context.can.tasks && options.mayBecomeTask !== false)
        return toCreatedTask(outcome, options);
      return toResult(outcome, toResultOptions(options));
    case 'question': {
      const { question } = outcome;
      if (question.assignment !== undefined) {
        return context.can.tasks && options.mayBecomeTask !== false
          ? toCreatedTask(outcome, options)
          : toResult(outcome, toResultOptions(options));
      }
      const sampling = toSamplingRequest(question, { settings: subject.settings, context });
      if (sampling !== undefined) {
        return inputRequired({
          inputRequests: { [toAnswerKey(question)]: sampling },
          requestState: sealTask(outcome.taskId, { ...options, question: question.number, shown }),
        });
      }
      const asking = toAsking(question);
      if (asking.kind === 'secret')
        return refuseSecret(outcome.taskId, { ...options, field: asking.field });
      if (asking.kind === 'impossible' || !context.can.forms) {
        return toResult(outcome, toResultOptions(options));
      }
      const state = sealTask(outcome.taskId, { ...options, question: question.number, shown });
      const problem = options.retry?.problem;
      return toFormRequest(question, { label, form: asking.form, problem, note, state });
    }
    case 'auth': {
      const { url, text } = outcome;
      const isAllowed = url !== undefined && mayVisit(url, subject);
      if (!isAllowed || !context.can.urls) return toResult(outcome, toResultOptions(options));
      const state = sealTask(outcome.taskId, { ...options, shown });
      return toUrlRequest(url, { label, text, note, state });
    }
    case 'completed':
    case 'ended':
    case 'error':
      break;
  }
  const { logger } = services;
  logger.info('A call has ended', { tool: subject.tool, agent: alias, outcome: outcome.kind });
  tellLoss(outcome, options);
  return toResult(outcome, toResultOptions(options));
}

/** Logs for the operator which parts of a result hosts or models do not get. */
function tellLoss(outcome: CallOutcome, { services, subject, results }: SettleOptions): void {
  if (outcome.kind !== 'completed' || results !== 'natural') return;
  const { logger, maxResultBytes: most } = services;
  const fields = { tool: subject.tool, agent: subject.alias };
  const bytes = toJsonBytes(outcome.data);
  if (bytes > most) logger.warn('A result is too large to be shown', { ...fields, bytes, most });
  if (outcome.files.length > 0 && !subject.mayHoldFiles) {
    const message =
      'A result has files, which hosts that show data only do not get: set results to "envelope"';
    logger.warn(message, { ...fields, files: outcome.files.length });
  }
}

/**
 * Makes the answer that tells the model that a question was refused because it seems to ask for a
 * secret.
 */
export function refuseSecret(
  taskId: string,
  {
    field,
    ...options
  }: SettleOptions & {
    readonly field: string;
  },
): CallToolResult {
  const { alias, label } = options.subject;
  const handle = sealTask(taskId, options);
  const text = `The remote agent "${label}" asks for what looks like a secret (${JSON.stringify(field)}), which is not passed on. Tell the user. a2a_task with ${JSON.stringify({ task_id: handle, action: 'cancel' })} ends the task.`;
  return toError(text, { alias, code: 'secret_refused' });
}

/**
 * Asks the agent to stop a task, and returns what has become of it. The error of an agent that has
 * not said so in time is a passing one.
 */
export async function cancelTask(
  taskId: string,
  {
    services,
    subject,
    mostMs = CANCEL_MS,
  }: Pick<SettleOptions, 'services' | 'subject'> & {
    /** The longest time that asking may take, in milliseconds. Default two seconds. */
    readonly mostMs?: number;
  },
): Promise<CallOutcome> {
  const { alias, label, mayBeText } = subject;
  try {
    return readOutcome(await subject.toTask(taskId).cancel({ deadlineMs: mostMs }));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    services.logger.info('A task was not stopped', { agent: alias, reason });
    if (!(error instanceof DeadlineError) || error.canceled)
      return fromError(error, { label, mayBeText, files: [] });
    const text = `The remote agent "${label}" has not said in time whether it stops the task.`;
    return { kind: 'error', taskId, code: error.code, text, fault: 'passing' };
  }
}

/** True if the operator allows that a person is sent to this address. */
export function mayVisit(url: string, { settings }: CallSubject): boolean {
  const { protocol, host, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname);
  if (protocol !== 'https:' && !isLocal) return false;
  return (settings.authorizationHosts ?? []).some(
    (allowedHost) => allowedHost === host || allowedHost === hostname,
  );
}

/**
 * Makes the encrypted handle of a task; the task id is `''` if only the message that began it can
 * find the task.
 */
export function sealTask(
  taskId: string,
  options: SettleOptions & {
    readonly question?: number | undefined;
    readonly shown?: string | undefined;
    readonly message?: SentMessage;
  },
): string {
  const { services, subject, context, digest, retry, question, shown, message } = options;
  const handle: TaskHandle = {
    alias: subject.alias,
    taskId,
    tool: subject.tool,
    digest,
    round: retry?.round ?? 0,
    question,
    shown,
    createdAt: options.createdAt ?? Date.now(),
    problem: retry?.problem,
    message,
  };
  return services.handles.seal(handle, context.principal);
}

function toCreatedTask(
  { taskId }: Pick<CallOutcome, 'taskId'>,
  options: SettleOptions,
): CreatedTask {
  const now = new Date().toISOString();
  return {
    resultType: 'task',
    taskId: sealTask(taskId, options),
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: TASK_TTL_MS,
    pollIntervalMs: POLL_MS,
    content: [],
  };
}

/** Returns the options with which the results of a call are made. */
export function toResultOptions(options: SettleOptions): ResultOptions {
  const { services, subject, context, results } = options;
  const { alias, label, tool, isSeveral } = subject;
  const isForApp = context.can.apps;
  const { handles } = services;
  const { principal } = context;
  return {
    alias,
    label,
    results,
    isSeveral,
    isForApp,
    putsFilesInData: context.dropsContent && subject.mayHoldFiles,
    maxBytes: services.maxResultBytes,
    toHandle: (outcome) => sealTask(outcome.taskId, { ...options, shown: markRequest(outcome) }),
    toContext: (contextId) => handles.sealContext({ alias, contextId }, principal),
    toUri: (taskId, index) =>
      toFileUri({ alias, part: handles.sealPart({ alias, taskId, tool, index }, principal) }),
  };
}

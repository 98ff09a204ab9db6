import { isRecord } from '@formwork/schema/json';
import { type CallToolResult, inputRequired } from '@modelcontextprotocol/server';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import { toJsonBytes } from '../text/short-text.ts';
import { toSamplingRequest } from './ask-model.ts';
import { toAnswerKey, toQuestionRoute, toFormRequest, toUrlRequest } from './ask-person.ts';
import type { CreatedTask, ToolAnswer } from './bridge-services.ts';
import type { CallOutcome } from './call-outcome.ts';
import { describeLateAnswer, LATE_WORDS, type LateAnswer } from './host-answer.ts';
import type { HostCall } from './host-call.ts';
import { markRequest } from './shown-request.ts';
import { mayOpenAddress } from './sign-in-address.ts';

/**
 * The shortest time for which a task that a host follows is kept, in milliseconds; {@link POLL_MS}
 * is the time after which the host should ask for the task's state again.
 */
export const TASK_TTL_MS: number = 24 * 60 * 60 * 1000;
export const POLL_MS = 1000;

/** Options of {@link settleOutcome}. */
interface SettleOptions {
  /** The outcome of the host's answer if its question was no longer open when it came. */
  readonly late?: LateAnswer | undefined;
}

/**
 * Decides how a host is answered for an outcome: with a result, a request to ask a person, or a
 * task.
 */
export async function settleOutcome(
  outcome: CallOutcome,
  call: HostCall,
  { late }: SettleOptions = {},
): Promise<ToolAnswer> {
  const answer = await answerHost(outcome, call, { late });
  return late === undefined ? answer : addLateAnswer(answer, late);
}

/** Adds the outcome of a host's late answer, for the model and for programs. */
function addLateAnswer(answer: ToolAnswer, late: LateAnswer): ToolAnswer {
  const { content, meta } = describeLateAnswer(late);
  const { _meta: answerMeta = {} } = answer;
  const facts = answerMeta[TOOL_META_KEY];
  const all = { ...(isRecord(facts) && facts), ...meta[TOOL_META_KEY] };
  const marked = { ...answer, _meta: { ...answerMeta, [TOOL_META_KEY]: all } };
  return isResult(marked) ? { ...marked, content: [...marked.content, ...content] } : marked;
}

function isResult(answer: ToolAnswer): answer is CallToolResult {
  return answer.resultType !== 'task' && 'content' in answer && Array.isArray(answer.content);
}

async function answerHost(
  outcome: CallOutcome,
  call: HostCall,
  { late }: SettleOptions,
): Promise<ToolAnswer> {
  const { callTarget, context } = call;
  const { alias, label } = callTarget;
  const note = late && LATE_WORDS[late];
  const shown = markRequest(outcome);
  switch (outcome.kind) {
    case 'working':
      if (context.signal.aborted && call.mayBecomeTask) {
        await call.cancel(outcome.taskId);
        return call.toError('The call was canceled, and the task with it.', { code: 'canceled' });
      }
      return call.becomesTask ? toCreatedTask(outcome, call) : call.toResult(outcome);
    case 'question': {
      const { question, taskId } = outcome;
      if (question.assignment !== undefined) {
        return call.becomesTask ? toCreatedTask(outcome, call) : call.toResult(outcome);
      }
      const toState = (): string => call.seal(taskId, { question: question.number, shown });
      const sampling = toSamplingRequest(question, call);
      if (sampling !== undefined) {
        const inputRequests = { [toAnswerKey(question)]: sampling };
        return inputRequired({ inputRequests, requestState: toState() });
      }
      const asking = toQuestionRoute(question);
      if (asking.kind === 'secret') return call.refuseSecret(taskId, asking.field);
      if (asking.kind === 'impossible' || !context.can.forms) return call.toResult(outcome);
      const problem = call.retry?.problem;
      return toFormRequest(question, { label, form: asking.form, problem, note, state: toState() });
    }
    case 'auth': {
      const { url, text } = outcome;
      const isAllowed =
        url !== undefined && mayOpenAddress(url, callTarget.settings.authorizationHosts);
      if (!isAllowed || !context.can.urls) return call.toResult(outcome);
      return toUrlRequest(url, { label, text, note, state: call.seal(outcome.taskId, { shown }) });
    }
    case 'completed':
    case 'ended':
    case 'error':
      break;
  }
  const { logger } = call.services;
  logger.info('A call has ended', { tool: callTarget.tool, agent: alias, outcome: outcome.kind });
  tellLoss(outcome, call);
  return call.toResult(outcome);
}

/** Logs for the operator which parts of a result hosts or models do not get. */
function tellLoss(outcome: CallOutcome, { services, callTarget, results }: HostCall): void {
  if (outcome.kind !== 'completed' || results !== 'natural') return;
  const { logger, maxResultBytes: most } = services;
  const fields = { tool: callTarget.tool, agent: callTarget.alias };
  const bytes = toJsonBytes(outcome.data);
  if (bytes > most) logger.warn('A result is too large to be shown', { ...fields, bytes, most });
  if (outcome.files.length > 0 && !callTarget.mayHoldFiles) {
    const message =
      'A result has files, which hosts that show data only do not get: set results to "envelope"';
    logger.warn(message, { ...fields, files: outcome.files.length });
  }
}

function toCreatedTask({ taskId }: Pick<CallOutcome, 'taskId'>, call: HostCall): CreatedTask {
  const now = new Date().toISOString();
  return {
    resultType: 'task',
    taskId: call.seal(taskId),
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: TASK_TTL_MS,
    pollIntervalMs: POLL_MS,
    content: [],
  };
}

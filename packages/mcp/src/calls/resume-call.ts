import type { Question } from '@formwork/client';
import { toWords } from '@formwork/schema/internal';
import { inputResponse } from '@modelcontextprotocol/server';
import { TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { readSampling, toSamplingRequest } from './ask-model.ts';
import { AUTHORIZATION_KEY, readAnswer, toAnswerKey, toAsking } from './ask-person.ts';
import type { ToolAnswer } from './bridge-services.ts';
import { readOutcome, type CallOutcome } from './call-outcome.ts';
import { followCall } from './follow-call.ts';
import { fromError } from './from-error.ts';
import { HostAnswer, readHostAnswer } from './host-answer.ts';
import type { CallWait } from './patience.ts';
import { LOOK_MS } from './read-task.ts';
import { cancelTask, sealTask, settleOutcome, type SettleOptions } from './settle-outcome.ts';
import { markRequest } from './shown-request.ts';
import { toError } from './to-result.ts';

/** How often a question is asked again because the answer did not fit. */
const MAX_ROUNDS = 3;

/** Continues a task when the host repeats its call with a person's answer. */
export async function resumeCall(state: TaskHandle, options: SettleOptions): Promise<ToolAnswer> {
  const outcome = await lookAt(state.taskId, options);
  if (outcome.kind === 'question') return answerQuestion(outcome.question, { state, options });
  // An answer to a question is no consent, nor is the consent to another sign-in.
  if (outcome.kind === 'auth' && state.shown === markRequest(outcome))
    return confirm(outcome, { state, options });
  const hostAnswer =
    state.question === undefined ? undefined : readHostAnswer(state.question, options.context);
  return settleLate(outcome, { hostAnswer, options });
}

/** Decides how a host is answered whose answer came too late, unless it is the one that was taken. */
export async function settleLate(
  outcome: CallOutcome,
  {
    hostAnswer,
    options,
  }: {
    /** The answer that comes when its question is no longer open; `undefined` if there is none. */
    readonly hostAnswer: HostAnswer | undefined;
    readonly options: SettleOptions;
  },
): Promise<ToolAnswer> {
  // An agent that cannot be reached may still ask the question.
  if (outcome.kind === 'error' && outcome.fault === 'passing')
    return settleOutcome(outcome, options);
  const taskId = outcome.kind === 'question' ? outcome.question.taskId : outcome.taskId;
  const fate = await hostAnswer?.findFate(taskId, options);
  return settleOutcome(outcome, { ...options, late: fate === 'taken' ? undefined : fate });
}

/** Decides how a host is answered whose answer was sent while its question was open. */
export async function settleSent(
  outcome: CallOutcome,
  {
    hostAnswer,
    question,
    options,
  }: {
    readonly hostAnswer: HostAnswer;
    readonly question: Question;
    readonly options: SettleOptions;
  },
): Promise<ToolAnswer> {
  if (outcome.kind === 'working') {
    // The wait may have ended before the agent had the answer.
    const isLost = await hostAnswer.isLost(question.taskId, options);
    return settleOutcome(outcome, { ...options, late: isLost ? 'not_used' : undefined });
  }
  if (outcome.kind !== 'error' || outcome.fault !== 'lasting')
    return settleOutcome(outcome, options);
  // Perhaps another answer was faster: then the task has gone on.
  const now = await lookAt(question.taskId, options);
  return now.kind === 'error' || isQuestion(now, question)
    ? settleOutcome(outcome, options)
    : settleLate(now, { hostAnswer, options });
}

/** True for an outcome that asks the same question. */
function isQuestion(outcome: CallOutcome, question: Question): boolean {
  const { taskId } = question;
  return markRequest(outcome) === markRequest({ kind: 'question', taskId, question });
}

/** Returns the current outcome of a task, without waiting for it to end. */
export async function lookAt(
  taskId: string,
  { subject, context }: Pick<SettleOptions, 'subject' | 'context'>,
): Promise<CallOutcome> {
  const { label, mayBeText } = subject;
  try {
    const wait: CallWait = { deadlineMs: LOOK_MS, signal: context.signal, waitForOthers: false };
    return readOutcome(await subject.toTask(taskId).wait(wait));
  } catch (error) {
    return fromError(error, { label, mayBeText, files: [] });
  }
}

interface ResumeOptions {
  readonly state: Pick<TaskHandle, 'round' | 'question' | 'shown'>;
  readonly options: SettleOptions;
}

/** Sends a person's answer to a task, or asks again if it does not fit. */
export async function answerQuestion(
  question: Question,
  { state, options }: ResumeOptions,
): Promise<ToolAnswer> {
  const { context, subject, services } = options;
  const { taskId } = question;
  const asking = toAsking(question);
  const response = inputResponse(context.inputResponses ?? {}, toAnswerKey(question));
  // The answer is missing or for another question, so the question is asked (again).
  const isOther =
    state.shown !== undefined &&
    state.shown !== markRequest({ kind: 'question', taskId, question });
  const { settings } = subject;
  const sampling = readSampling(response);
  const hostAnswer = new HostAnswer(question.number, Object.values(context.inputResponses ?? {}));
  const wait = { ...toWait(options), messageId: hostAnswer.createMessageId() };
  const isForModel = toSamplingRequest(question, { settings, context }) !== undefined;
  if (isForModel && sampling !== undefined && question.kind === 'form' && !isOther) {
    const { label, mayBeText } = subject;
    const events = question.streamAnswer(sampling, wait);
    const outcome = await followCall(events, { label, mayBeText, context });
    return settleSent(outcome, { hostAnswer, question, options });
  }
  if (asking.kind !== 'form' || response.kind !== 'elicit' || isOther) {
    const late = isOther ? readHostAnswer(state.question, context) : undefined;
    return settleLate({ kind: 'question', taskId, question }, { hostAnswer: late, options });
  }
  if (response.action !== 'accept') return decline(taskId, { action: response.action, options });
  const read = readAnswer(question, { form: asking.form, content: response.content ?? {} });
  if (read.kind === 'misfit') {
    const round = state.round + 1;
    if (round >= MAX_ROUNDS) {
      const text = `The answers of the user did not fit what the remote agent "${subject.label}" asks: ${read.problem}`;
      return toError(text, { alias: subject.alias, code: 'answer_invalid' });
    }
    const retry = { round, problem: read.problem };
    return settleOutcome({ kind: 'question', taskId, question }, { ...options, retry });
  }
  const events =
    question.kind === 'form'
      ? question.streamAnswer(read.value, wait)
      : question.streamAnswer(toWords(read.value) ?? '', wait);
  const { label, mayBeText } = subject;
  services.logger.info('A question was answered', { agent: subject.alias, tool: subject.tool });
  const outcome = await followCall(events, { label, mayBeText, context });
  return settleSent(outcome, { hostAnswer, question, options });
}

async function confirm(
  outcome: Extract<CallOutcome, { readonly kind: 'auth' }>,
  { options }: ResumeOptions,
): Promise<ToolAnswer> {
  const { context } = options;
  const response = inputResponse(context.inputResponses ?? {}, AUTHORIZATION_KEY);
  if (response.kind !== 'elicit') return settleOutcome(outcome, options);
  if (response.action !== 'accept') {
    return decline(outcome.taskId, { action: response.action, options });
  }
  return settleOutcome(await proceed(outcome, options), options);
}

/** Tells the agent that the person has signed in or consented, and waits for the task's outcome. */
export async function proceed(
  signIn: Extract<CallOutcome, { readonly kind: 'auth' }>,
  options: SettleOptions,
): Promise<CallOutcome> {
  const { subject, context } = options;
  const { label, mayBeText } = subject;
  try {
    const outcome = await subject
      .toTask(signIn.taskId)
      .wait({ deadlineMs: LOOK_MS, waitForOthers: false });
    const now = readOutcome(outcome);
    // The task may have gone on to another sign-in, which no person has seen yet.
    if (outcome.state !== 'auth-required' || markRequest(now) !== markRequest(signIn)) return now;
    const events = outcome.streamProceed(toWait(options));
    return await followCall(events, { label, mayBeText, context });
  } catch (error) {
    return fromError(error, { label, mayBeText, files: [] });
  }
}

async function decline(
  taskId: string,
  { action, options }: { readonly action: 'decline' | 'cancel'; readonly options: SettleOptions },
): Promise<ToolAnswer> {
  const { services, subject } = options;
  const { alias, label } = subject;
  const did = action === 'decline' ? 'declined to answer' : 'closed the question';
  if (services.onDecline === 'keep') {
    const text = `The user ${did}; the task of the remote agent "${label}" still waits.`;
    return toError(text, { alias, code: 'declined' });
  }
  const cancellation = await cancelTask(taskId, options);
  if (cancellation.kind === 'working' || cancellation.kind === 'ended') {
    const text = `The user ${did}; the task of the remote agent "${label}" was canceled.`;
    return toError(text, { alias, code: 'declined' });
  }
  // Perhaps another answer was faster: then the task has gone on.
  const isRefused = cancellation.kind === 'error' && cancellation.fault !== 'passing';
  const now = isRefused ? await lookAt(taskId, options) : cancellation;
  if (now.kind !== 'error' && now.kind !== 'question' && now.kind !== 'auth')
    return settleLate(now, { hostAnswer: readHostAnswer(undefined, options.context), options });
  const handle = sealTask(taskId, options);
  const why = cancellation.kind === 'error' ? ` ${cancellation.text}` : '';
  const text = `The user ${did}, but the task may still wait.${why} Call ${TASK_TOOL_NAME} with ${JSON.stringify({ task_id: handle, action: 'cancel' })} to end it.`;
  return toError(text, { alias, code: 'declined' });
}

/** Computes how long a call waits for its task: shorter if the host can follow the task instead. */
export function toWait({ services, context, mayBecomeTask = true }: SettleOptions): CallWait {
  const isTask = context.can.tasks && mayBecomeTask;
  return {
    deadlineMs: isTask ? services.taskAfterMs : services.budgetMs,
    signal: AbortSignal.any([context.signal, services.closing]),
    waitForOthers: false,
  };
}

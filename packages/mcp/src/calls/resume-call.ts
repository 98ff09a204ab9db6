import type { Question } from '@formwork/client';
import { toSpokenText } from '@formwork/schema/internal';
import { inputResponse } from '@modelcontextprotocol/server';
import { TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { readSampling, toSamplingRequest } from './ask-model.ts';
import { AUTHORIZATION_KEY, readAnswer, toAnswerKey, toQuestionRoute } from './ask-person.ts';
import type { ToolAnswer } from './bridge-services.ts';
import { readOutcome, type CallOutcome } from './call-outcome.ts';
import { HostAnswer, readHostAnswer } from './host-answer.ts';
import type { HostCall } from './host-call.ts';
import { LOOK_MS } from './read-task.ts';
import { settleOutcome } from './settle-outcome.ts';
import { markRequest } from './shown-request.ts';

/** How often a question is asked again because the answer did not fit. */
const MAX_ROUNDS = 3;

/** Continues a task when the host repeats its call with a person's answer. */
export async function resumeCall(state: TaskHandle, call: HostCall): Promise<ToolAnswer> {
  const outcome = await call.lookAt(state.taskId);
  if (outcome.kind === 'question') return answerQuestion(outcome.question, call, state);
  // An answer to a question is no consent, nor is the consent to another sign-in.
  if (outcome.kind === 'auth' && state.shown === markRequest(outcome))
    return confirm(outcome, call);
  const { question } = state;
  const hostAnswer = question === undefined ? undefined : readHostAnswer(question, call.context);
  return settleLateAnswer(outcome, call, { hostAnswer });
}

/** Decides how a host is answered whose answer came too late, unless it is the one that was taken. */
export async function settleLateAnswer(
  outcome: CallOutcome,
  call: HostCall,
  {
    hostAnswer,
  }: {
    /** The answer that comes when its question is no longer open; `undefined` if there is none. */
    readonly hostAnswer: HostAnswer | undefined;
  },
): Promise<ToolAnswer> {
  // An agent that cannot be reached may still ask the question.
  if (outcome.kind === 'error' && outcome.fault === 'passing') return settleOutcome(outcome, call);
  const taskId = outcome.kind === 'question' ? outcome.question.taskId : outcome.taskId;
  const answerOutcome = await hostAnswer?.findOutcome(taskId, call);
  return settleOutcome(outcome, call, {
    late: answerOutcome === 'taken' ? undefined : answerOutcome,
  });
}

/** Decides how a host is answered whose answer was sent while its question was open. */
export async function settleSentAnswer(
  outcome: CallOutcome,
  call: HostCall,
  { hostAnswer, question }: { readonly hostAnswer: HostAnswer; readonly question: Question },
): Promise<ToolAnswer> {
  if (outcome.kind === 'working') {
    // The wait may have ended before the agent had the answer.
    const isLost = await hostAnswer.isLost(question.taskId, call);
    return settleOutcome(outcome, call, { late: isLost ? 'not_used' : undefined });
  }
  if (outcome.kind !== 'error' || outcome.fault !== 'lasting') return settleOutcome(outcome, call);
  // Perhaps another answer was faster: then the task has gone on.
  const now = await call.lookAt(question.taskId);
  return now.kind === 'error' || isQuestion(now, question)
    ? settleOutcome(outcome, call)
    : settleLateAnswer(now, call, { hostAnswer });
}

/** True for an outcome that asks the same question. */
function isQuestion(outcome: CallOutcome, question: Question): boolean {
  const { taskId } = question;
  return markRequest(outcome) === markRequest({ kind: 'question', taskId, question });
}

/** Sends a person's answer to a task, or asks again if it does not fit. */
export async function answerQuestion(
  question: Question,
  call: HostCall,
  state: Pick<TaskHandle, 'round' | 'question' | 'shown'>,
): Promise<ToolAnswer> {
  const { context, callTarget, services } = call;
  const { taskId } = question;
  const asking = toQuestionRoute(question);
  const response = inputResponse(context.inputResponses ?? {}, toAnswerKey(question));
  // The answer is missing or for another question, so the question is asked (again).
  const isOther =
    state.shown !== undefined &&
    state.shown !== markRequest({ kind: 'question', taskId, question });
  const sampling = readSampling(response);
  const hostAnswer = new HostAnswer(question.number, Object.values(context.inputResponses ?? {}));
  const wait = { ...call.toWait(), messageId: hostAnswer.createMessageId() };
  const isForModel = toSamplingRequest(question, call) !== undefined;
  if (isForModel && sampling !== undefined && question.kind === 'form' && !isOther) {
    const outcome = await call.follow(question.streamAnswer(sampling, wait));
    return settleSentAnswer(outcome, call, { hostAnswer, question });
  }
  if (asking.kind !== 'form' || response.kind !== 'elicit' || isOther) {
    const late = isOther ? readHostAnswer(state.question, context) : undefined;
    return settleLateAnswer({ kind: 'question', taskId, question }, call, { hostAnswer: late });
  }
  if (response.action !== 'accept') return decline(taskId, call, response.action);
  const read = readAnswer(question, { form: asking.form, content: response.content ?? {} });
  if (read.kind === 'invalid') {
    const round = state.round + 1;
    if (round >= MAX_ROUNDS) {
      const text = `The answers of the user did not fit what the remote agent "${callTarget.label}" asks: ${read.problem}`;
      return call.toError(text, { code: 'answer_invalid' });
    }
    const retry = { round, problem: read.problem };
    return settleOutcome({ kind: 'question', taskId, question }, call.repeat(retry));
  }
  const events =
    question.kind === 'form'
      ? question.streamAnswer(read.value, wait)
      : question.streamAnswer(toSpokenText(read.value) ?? '', wait);
  services.logger.info('A question was answered', {
    agent: callTarget.alias,
    tool: callTarget.tool,
  });
  return settleSentAnswer(await call.follow(events), call, { hostAnswer, question });
}

async function confirm(
  outcome: Extract<CallOutcome, { readonly kind: 'auth' }>,
  call: HostCall,
): Promise<ToolAnswer> {
  const response = inputResponse(call.context.inputResponses ?? {}, AUTHORIZATION_KEY);
  if (response.kind !== 'elicit') return settleOutcome(outcome, call);
  if (response.action !== 'accept') return decline(outcome.taskId, call, response.action);
  return settleOutcome(await proceed(outcome, call), call);
}

/** Tells the agent that the person has signed in or consented, and waits for the task's outcome. */
export async function proceed(
  signIn: Extract<CallOutcome, { readonly kind: 'auth' }>,
  call: HostCall,
): Promise<CallOutcome> {
  try {
    const outcome = await call.callTarget
      .toTask(signIn.taskId)
      .wait({ deadlineMs: LOOK_MS, waitForOthers: false });
    const now = readOutcome(outcome);
    // The task may have gone on to another sign-in, which no person has seen yet.
    if (outcome.state !== 'auth-required' || markRequest(now) !== markRequest(signIn)) return now;
    return await call.follow(outcome.streamProceed(call.toWait()));
  } catch (error) {
    return call.explain(error);
  }
}

async function decline(
  taskId: string,
  call: HostCall,
  action: 'decline' | 'cancel',
): Promise<ToolAnswer> {
  const { services, callTarget } = call;
  const { label } = callTarget;
  const did = action === 'decline' ? 'declined to answer' : 'closed the question';
  if (services.onDecline === 'keep') {
    const text = `The user ${did}; the task of the remote agent "${label}" still waits.`;
    return call.toError(text, { code: 'declined' });
  }
  const cancellation = await call.cancel(taskId);
  if (cancellation.kind === 'working' || cancellation.kind === 'ended') {
    const text = `The user ${did}; the task of the remote agent "${label}" was canceled.`;
    return call.toError(text, { code: 'declined' });
  }
  // Perhaps another answer was faster: then the task has gone on.
  const isRefused = cancellation.kind === 'error' && cancellation.fault !== 'passing';
  const now = isRefused ? await call.lookAt(taskId) : cancellation;
  if (now.kind !== 'error' && now.kind !== 'question' && now.kind !== 'auth')
    return settleLateAnswer(now, call, { hostAnswer: readHostAnswer(undefined, call.context) });
  const handle = call.seal(taskId);
  const why = cancellation.kind === 'error' ? ` ${cancellation.text}` : '';
  const text = `The user ${did}, but the task may still wait.${why} Call ${TASK_TOOL_NAME} with ${JSON.stringify({ task_id: handle, action: 'cancel' })} to end it.`;
  return call.toError(text, { code: 'declined' });
}

import type { CallEvent } from '@formwork/client';
import { createValidator, toModelText, type Json, type Validator } from '@formwork/schema';
import { toSpokenText } from '@formwork/schema/internal';
import { findChangedValue } from '@formwork/schema/json';
import { findCallTarget } from '../agents/call-target.ts';
import { MAX_WAIT_SECONDS, TASK_TOOL } from '../catalog/shared-tools.ts';
import { HandleError } from '../errors.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import type { ToolAnswer } from './bridge-services.ts';
import type { CallOutcome } from './call-outcome.ts';
import { fromError } from './from-error.ts';
import { HostAnswer, isFirstQuestion } from './host-answer.ts';
import { HostCall, type HostCallParts } from './host-call.ts';
import { proceed, settleLateAnswer, settleSentAnswer } from './resume-call.ts';
import { settleOutcome } from './settle-outcome.ts';
import { isSignIn, markRequest } from './shown-request.ts';
import { describeMissingAgent, toError } from './to-result.ts';
import { findUnanswered } from './unanswered-message.ts';

/** Options of {@link callTaskTool}. */
export type TaskToolOptions = Pick<HostCallParts, 'services' | 'context' | 'digest'>;

let validator: Validator | undefined;

/** The arguments of a call of the task tool, once they fit its schema. */
interface TaskArguments {
  readonly task_id: string;
  readonly action?: 'wait' | 'reply' | 'cancel';
  readonly wait_seconds?: number;
  readonly message?: string;
  readonly data?: Json;
}

/** Continues a task for a host: waits for it, answers its question, or cancels it. */
export async function callTaskTool(
  args: Readonly<Record<string, unknown>>,
  { services, context, digest }: TaskToolOptions,
): Promise<ToolAnswer> {
  validator ??= createValidator(TASK_TOOL.inputSchema);
  const problems = validator.check(args);
  if (problems.length > 0) {
    const example = { task_id: '…', action: 'wait' };
    const text = toModelText(problems, { schema: TASK_TOOL.name, example });
    return toError(text, { code: 'input_invalid' });
  }
  // The schema has just been checked.
  const taskArguments = args as unknown as TaskArguments;
  try {
    const handle = services.handles.open(taskArguments.task_id, context.principal);
    const { alias } = handle;
    const callTarget = await findCallTarget(handle, services.agents);
    if (callTarget === undefined)
      return toError(describeMissingAgent(alias), { alias, code: 'agent_unknown' });
    const call = new HostCall({
      services,
      callTarget,
      context,
      digest,
      results: 'envelope',
      mayBecomeTask: false,
    });
    const { message } = handle;
    if (message === undefined) return await act(handle, call, taskArguments);
    const mostMs = toMs(taskArguments, services);
    const resend = await findUnanswered({ ...handle, message }, call, mostMs);
    if (resend.kind === 'answer') return resend.answer;
    return await act({ taskId: resend.taskId, shown: undefined }, call, taskArguments);
  } catch (error) {
    if (error instanceof HandleError) {
      return toError(`task_id: ${error.message}`, { code: error.code });
    }
    const outcome = fromError(error, { label: 'unknown' });
    return toError(outcome.kind === 'error' ? outcome.text : String(error), {
      code: 'agent_unreachable',
    });
  }
}

/** A task, and the mark of what the answer with its handle showed. */
type ShownTask = Pick<TaskHandle, 'taskId' | 'shown'>;

async function act(
  task: ShownTask,
  call: HostCall,
  taskArguments: TaskArguments,
): Promise<ToolAnswer> {
  const { taskId } = task;
  switch (taskArguments.action ?? 'wait') {
    case 'wait':
      return settleOutcome(await waitFor(taskId, call, toMs(taskArguments, call.services)), call);
    case 'reply':
      return reply(task, call, taskArguments);
    case 'cancel': {
      await call.cancel(taskId);
      const outcome = await call.lookAt(taskId);
      if (outcome.kind !== 'ended' || outcome.state !== 'canceled')
        return settleOutcome(outcome, call);
      const envelope = { state: 'canceled', text: 'The task was canceled.' };
      return { content: [{ type: 'text', text: envelope.text }], structuredContent: envelope };
    }
  }
}

async function waitFor(taskId: string, call: HostCall, deadlineMs: number): Promise<CallOutcome> {
  const { callTarget, context, services } = call;
  const signal = AbortSignal.any([context.signal, services.closing]);
  const outcome = await call.follow(callTarget.toTask(taskId).stream({ deadlineMs, signal }));
  // A wait that runs out of time is no failure: the task is still working.
  return outcome.kind === 'error' && outcome.code === 'DEADLINE_EXCEEDED'
    ? { kind: 'working', taskId }
    : outcome;
}

function toMs(
  { wait_seconds: seconds = MAX_WAIT_SECONDS }: TaskArguments,
  { budgetMs }: { readonly budgetMs: number },
): number {
  return Math.max(1000, Math.min(seconds * 1000, budgetMs));
}

async function reply(
  { taskId, shown }: ShownTask,
  call: HostCall,
  { message, data }: TaskArguments,
): Promise<ToolAnswer> {
  if (message === undefined && data === undefined) {
    const text = 'A reply needs "message", or "data" if the question has a reply_schema.';
    return call.toError(text, { code: 'input_invalid' });
  }
  const outcome = await call.lookAt(taskId);
  const isShown = shown !== undefined && shown === markRequest(outcome);
  if (outcome.kind === 'auth' && isShown) return settleOutcome(await proceed(outcome, call), call);
  const hostAnswer = new HostAnswer(shown, [message, data]);
  // A sign-in that was confirmed late is no answer that is lost.
  const lost = isSignIn(shown) ? undefined : hostAnswer;
  const isMeant = isShown || (shown === undefined && (await isFirstQuestion(taskId, call)));
  if (outcome.kind !== 'question' || !isMeant)
    return settleLateAnswer(outcome, call, { hostAnswer: lost });
  const { question } = outcome;
  const wait = { ...call.toWait(), messageId: hostAnswer.createMessageId() };
  const send = async (events: AsyncIterable<CallEvent<unknown>>): Promise<ToolAnswer> =>
    settleSentAnswer(await call.follow(events), call, { hostAnswer, question });
  if (question.kind === 'text') {
    const words = message ?? toSpokenText(data);
    if (words !== undefined) return send(question.streamAnswer(words, wait));
    const text = 'The question is answered in words: send them as "message", also JSON.';
    return call.toError(text, { code: 'input_invalid' });
  }
  const answer = data === undefined ? parse(message ?? '') : data;
  const problems = question.check(answer);
  if (problems.length > 0) {
    const text = toModelText(problems, { schema: question.name });
    const shape = JSON.stringify(question.schema).slice(0, 4000);
    return call.toError(`${text}\nThe reply is "data" and must fit: ${shape}`, {
      code: 'input_invalid',
      problems,
    });
  }
  return send(question.streamAnswer(answer, wait));
}

function parse(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    // The agent says which number of the text JavaScript would change.
    return findChangedValue(text, value) === undefined ? value : text;
  } catch {
    return text;
  }
}

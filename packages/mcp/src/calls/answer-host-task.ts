import { inputResponse } from '@modelcontextprotocol/server';
import type { CallEvent } from '@formwork/client';
import { readSampling, toSamplingRequest } from './ask-model.ts';
import { readAnswer, toAsking, toReply } from './ask-person.ts';
import { followCall } from './follow-call.ts';
import { fromError } from './from-error.ts';
import type { Misfits } from './misfits.ts';
import { type CallWait, createPatience, type Patience } from './patience.ts';
import type { CallOutcome } from './call-outcome.ts';
import { LOOK_MS } from './resume-call.ts';
import { cancelTask, type SettleOptions } from './settle-outcome.ts';
import { findAsking } from './to-host-task.ts';

/** The longest time that sending a person's answer to an agent may take, in milliseconds. */
const ANSWER_MS = 8000;

/** Options of {@link answerHostTask}. */
export interface AnswerOptions {
  readonly options: SettleOptions;
  readonly misfits: Misfits;
}

/**
 * Sends a person's answer to the question that a task asks now; answers to other questions are
 * ignored. Resolves, once the agent has the answer, with the state of the task then, or `undefined`
 * if nothing was sent.
 */
export async function answerHostTask(
  outcome: CallOutcome,
  { options, misfits }: AnswerOptions,
): Promise<CallOutcome | undefined> {
  const { context, rules } = options;
  const asking = await findAsking(outcome, { options, misfits });
  if (asking === undefined) return undefined;
  const response = inputResponse(context.inputResponses ?? {}, asking.key);
  const { taskId } = outcome;
  const said = readSampling(response);
  if (said !== undefined && outcome.kind === 'question' && outcome.question.kind === 'form') {
    const { question } = outcome;
    const { settings } = options.subject;
    if (toSamplingRequest(question, { settings, context }) === undefined) return undefined;
    return send(options, (wait) => question.streamAnswer(said, wait));
  }
  if (response.kind !== 'elicit') return undefined;
  if (response.action !== 'accept') {
    if (rules.onDecline === 'cancel') await cancelTask(taskId, options);
    return undefined;
  }
  if (outcome.kind === 'auth') {
    const { signal } = context;
    return send(options, async function* authorize(wait) {
      const look: CallWait = { deadlineMs: LOOK_MS, signal, waitForOthers: false };
      const found = await options.subject.toTask(taskId).wait(look);
      if (found.state === 'auth-required') yield* found.streamProceed(wait);
    });
  }
  if (outcome.kind !== 'question') return undefined;
  const { question } = outcome;
  const form = toAsking(question);
  if (form.kind !== 'form') return undefined;
  const read = readAnswer(question, { form: form.form, content: response.content ?? {} });
  if (read.kind === 'misfit') {
    misfits.add(taskId, read.problem);
    return undefined;
  }
  const { value } = read;
  const sent = await send(options, (wait) =>
    question.kind === 'form'
      ? question.streamAnswer(value, wait)
      : question.streamAnswer(toReply(value), wait),
  );
  if (sent.kind !== 'error') misfits.forget(taskId);
  return sent;
}

/** Sends an answer, and waits until the agent has accepted it. */
async function send(
  { subject, context }: SettleOptions,
  start: (wait: Patience['wait']) => AsyncIterable<CallEvent<unknown>>,
): Promise<CallOutcome> {
  const { label, mayBeText } = subject;
  const { signal } = context;
  const patience = createPatience({ waitMs: 0, mostMs: ANSWER_MS, signal });
  let isTaken = false;
  const onTask = (): void => {
    isTaken = true;
    patience.onTask();
  };
  try {
    const outcome = await followCall(start(patience.wait), { label, mayBeText, context, onTask });
    if (outcome.kind !== 'working' || isTaken) return outcome;
    const text = `The remote agent "${label}" has not taken the answer in time. Whether it has it is not known.`;
    const { taskId } = outcome;
    return { kind: 'error', taskId, code: 'DEADLINE_EXCEEDED', text, fault: 'passing' };
  } catch (error) {
    return fromError(error, { label, mayBeText, files: [] });
  } finally {
    patience.end();
  }
}

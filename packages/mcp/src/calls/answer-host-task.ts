import type { CallEvent } from '@formwork/client';
import { toSpokenText } from '@formwork/schema/internal';
import { inputResponse } from '@modelcontextprotocol/server';
import { readSampling, toSamplingRequest } from './ask-model.ts';
import { AUTHORIZATION_KEY, readAnswer, toQuestionRoute } from './ask-person.ts';
import { readOutcome, type CallOutcome } from './call-outcome.ts';
import {
  type AnswerOutcome,
  findAnswerOutcomes,
  HostAnswer,
  type LateAnswer,
} from './host-answer.ts';
import type { HostCall } from './host-call.ts';
import { type InvalidAnswers, toInvalidAnswerKey } from './invalid-answers.ts';
import { type CallWait, OutcomeWait } from './outcome-wait.ts';
import { LOOK_MS } from './read-task.ts';
import { markRequest } from './shown-request.ts';
import { findHostQuestion, type HostQuestion, isQuestionOpen } from './to-host-task.ts';

/** The longest time that sending a person's answer to an agent may take, in milliseconds. */
const ANSWER_MS = 8000;

/**
 * Sends a person's answer to the question that a task asks now, and finds out what became of
 * answers to other questions. Rejects if the agent does not say so now: the host then repeats its
 * answer, which without an error it would take for used.
 */
export async function answerHostTask(
  outcome: CallOutcome,
  call: HostCall,
  invalidAnswers: InvalidAnswers,
): Promise<{
  /** The state of the task then; absent if nothing was sent. */
  readonly outcome?: CallOutcome | undefined;
  /** The outcome of an answer to a question that is no longer open; absent if there is none. */
  readonly late?: LateAnswer | undefined;
}> {
  const { inputResponses = {} } = call.context;
  const asking = await findHostQuestion(outcome, call, invalidAnswers);
  // A late sign-in is no answer that is lost.
  const responses = Object.entries(inputResponses).filter(
    ([key]) => key !== asking?.key && !key.startsWith(`${AUTHORIZATION_KEY}-`),
  );
  const { taskId } = outcome.kind === 'question' ? outcome.question : outcome;
  const late = await findLateOutcomes(taskId, call, responses);
  if (asking === undefined || !Object.hasOwn(inputResponses, asking.key)) return { late };
  const hostAnswer = new HostAnswer(asking.key, inputResponses[asking.key]);
  const nextOutcome = await answer(outcome, call, { invalidAnswers, asking, hostAnswer });
  if (nextOutcome?.kind !== 'error' || nextOutcome.fault !== 'lasting')
    return { outcome: nextOutcome, late };
  // Perhaps another answer was faster: then the task has gone on.
  if (await isQuestionOpen(asking.key, call, taskId)) return { outcome: nextOutcome, late };
  const [answerOutcome = 'not_known'] = await findOutcomes([hostAnswer], taskId, call);
  return { outcome: nextOutcome, late: answerOutcome === 'taken' ? late : answerOutcome };
}

/** Finds the outcome of answers to questions that are not open, by the keys of their questions. */
async function findLateOutcomes(
  taskId: string,
  call: HostCall,
  responses: readonly (readonly [key: string, response: unknown])[],
): Promise<LateAnswer | undefined> {
  const answers = responses.map(([key, response]) => new HostAnswer(key, response));
  const answerOutcomes = await findOutcomes(answers, taskId, call);
  return answerOutcomes.find((answerOutcome) => answerOutcome !== 'taken');
}

/** Finds the outcomes of answers. Rejects if their task cannot be read now, but perhaps later. */
async function findOutcomes(
  answers: readonly HostAnswer[],
  taskId: string,
  call: HostCall,
): Promise<readonly AnswerOutcome[]> {
  try {
    return await findAnswerOutcomes(answers, taskId, call);
  } catch (error) {
    const outcome = call.explain(error);
    if (outcome.kind === 'error' && outcome.fault === 'passing') throw error;
    return answers.map(() => 'not_known');
  }
}

/** Sends the answer to the open question; resolves with `undefined` if there is nothing to send. */
async function answer(
  outcome: CallOutcome,
  call: HostCall,
  {
    invalidAnswers,
    asking,
    hostAnswer,
  }: {
    readonly invalidAnswers: InvalidAnswers;
    readonly asking: HostQuestion;
    readonly hostAnswer: HostAnswer;
  },
): Promise<CallOutcome | undefined> {
  const { context, services, callTarget } = call;
  const response = inputResponse(context.inputResponses ?? {}, asking.key);
  const messageId = hostAnswer.createMessageId();
  const { taskId } = outcome;
  const sampling = readSampling(response);
  if (sampling !== undefined && outcome.kind === 'question' && outcome.question.kind === 'form') {
    const { question } = outcome;
    if (toSamplingRequest(question, call) === undefined) return undefined;
    return send(call, (wait) => question.streamAnswer(sampling, { ...wait, messageId }));
  }
  if (response.kind !== 'elicit') return undefined;
  if (response.action !== 'accept') {
    if (services.onDecline === 'keep') return undefined;
    const cancellation = await call.cancel(taskId);
    return cancellation.kind === 'error' ? cancellation : undefined;
  }
  if (outcome.kind === 'auth') {
    const { signal } = context;
    return send(call, async function* authorize(wait) {
      const look: CallWait = { deadlineMs: LOOK_MS, signal, waitForOthers: false };
      const task = await callTarget.toTask(taskId).wait(look);
      if (task.state !== 'auth-required') return;
      // The task may have gone on to another sign-in, which no person has seen yet.
      if (markRequest(readOutcome(task)) === markRequest(outcome)) yield* task.streamProceed(wait);
    });
  }
  if (outcome.kind !== 'question') return undefined;
  const { question } = outcome;
  const form = toQuestionRoute(question);
  if (form.kind !== 'form') return undefined;
  const answerKey = toInvalidAnswerKey(outcome, callTarget);
  const read = readAnswer(question, { form: form.form, content: response.content ?? {} });
  if (read.kind === 'invalid') {
    invalidAnswers.add(answerKey, read.problem);
    return undefined;
  }
  const { value } = read;
  const nextOutcome = await send(call, (wait) =>
    question.kind === 'form'
      ? question.streamAnswer(value, { ...wait, messageId })
      : question.streamAnswer(toSpokenText(value) ?? '', { ...wait, messageId }),
  );
  if (nextOutcome.kind !== 'error') invalidAnswers.forget(answerKey);
  return nextOutcome;
}

/** Sends an answer, and waits until the agent has accepted it. */
async function send(
  call: HostCall,
  start: (wait: OutcomeWait['wait']) => AsyncIterable<CallEvent<unknown>>,
): Promise<CallOutcome> {
  const { signal } = call.context;
  const outcomeWait = new OutcomeWait({ waitMs: 0, mostMs: ANSWER_MS, signal });
  try {
    const outcome = await call.follow(start(outcomeWait.wait), outcomeWait.onTask);
    if (outcome.kind !== 'working' || outcomeWait.isKnown) return outcome;
    const text = `The remote agent "${call.callTarget.label}" has not taken the answer in time. Whether it has it is not known.`;
    const { taskId } = outcome;
    return { kind: 'error', taskId, code: 'DEADLINE_EXCEEDED', text, fault: 'passing' };
  } catch (error) {
    return call.explain(error);
  } finally {
    outcomeWait.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createMessage, createTaggedPart } from '../../support/json-rpc.ts';
import { toStateName, type WireTask } from '../journal/event-text.ts';
import type { BuildInput } from './build-skill.ts';
import { isRest, type Caller } from './caller.ts';
import type { Random } from './random.ts';
import type { Recorder } from './recorder.ts';

/** The caller, the recorder, the randomness and the receiver with which an errand runs. */
export interface ErrandOptions {
  readonly caller: Caller;
  readonly recorder: Recorder;
  readonly random: Random;
  /** The URL to which push notifications go; absent if nobody receives any. */
  readonly receiver?: string;
}

interface Sent {
  readonly messageId: string;
}

/** A sequence of calls about one task, from its creation to its end. */
type Errand = (options: ErrandOptions) => Promise<void>;

const blocking: Errand = async (options) => {
  const task = await send(options, createBuild(options));
  expectState(task, 'completed');
};

const failing: Errand = async (options) => {
  expectState(await send(options, createBuild(options, { fails: true })), 'failed');
};

const streaming: Errand = async (options) => {
  const { caller } = options;
  const { state } = await caller.follow({ kind: 'send', message: createBuild(options) });
  if (state !== 'completed') throw new Error(`A stream ended ${state}.`);
};

/** Sends the same message twice at once, and reads the task's stream twice. */
const twice: Errand = async (options) => {
  const { caller } = options;
  const message = createBuild(options);
  const [{ id }, same] = await Promise.all([
    send(options, message, { returnImmediately: true }),
    send(options, message, { returnImmediately: true }),
  ]);
  if (same.id !== id) throw new Error(`A message made two tasks: ${id}, ${same.id}`);
  const start = { kind: 'subscribe', taskId: id } as const;
  await Promise.all([caller.follow(start), caller.follow(start)]);
  expectState(await get(options, id), 'completed');
};

const cancelling: Errand = async (options) => {
  const { caller, recorder, random } = options;
  const message = createBuild(options, { rounds: 20 });
  const { id } = await send(options, message, { returnImmediately: true });
  // Real time: a cancellation comes at any moment of the work.
  await sleep(random.below(200));
  const { error, result } = await caller.call('CancelTask', { id });
  // The task has ended, or this is a repeated request because the first answer was lost.
  if (error !== undefined && error.code !== -32_002) throw toError(error);
  if (result !== undefined)
    recorder.state(id, toStateName((result as unknown as WireTask).status.state));
  const state = toStateName((await get(options, id)).status.state);
  if (error === undefined && state !== 'canceled') throw new Error(`A canceled task is ${state}.`);
};

const answering: Errand = async (options) => {
  const { caller, recorder } = options;
  const asked = await send(options, createBuild(options, { asks: true }));
  expectState(asked, 'input-required');
  const message = createAnswer(asked.id);
  expectState(await send(options, message), 'completed');
  recorder.answer(asked.id, message.messageId);
  // The same answer, sent again, changes nothing.
  await caller.call('SendMessage', { message });
};

/** Sends the answer to a question twice at the same time. */
const answeringTwice: Errand = async (options) => {
  const { recorder } = options;
  const asked = await send(options, createBuild(options, { asks: true }));
  expectState(asked, 'input-required');
  const message = createAnswer(asked.id);
  const later = { returnImmediately: true };
  await Promise.all([send(options, message, later), send(options, message, later)]);
  recorder.answer(asked.id, message.messageId);
  expectState(await getEnded(options, asked.id), 'completed');
};

/** Reads a long stream a few events at a time, each time over another connection. */
const hopping: Errand = async (options) => {
  const { caller, random } = options;
  const message = createBuild(options, { rounds: 25 });
  const hops = { hopAfter: 2 + random.below(10) };
  const { state } = await caller.follow({ kind: 'send', message }, hops);
  if (state !== 'completed') throw new Error(`A stream ended ${state}.`);
};

/** Starts a task with a webhook, and records that the receiver must get its notifications. */
const notifying: Errand = async (options) => {
  const { recorder, receiver } = options;
  const config = receiver !== undefined && { taskPushNotificationConfig: { url: receiver } };
  const later = { returnImmediately: true, ...config };
  const { id } = await send(options, createBuild(options), later);
  if (receiver !== undefined) recorder.notify(id);
  expectState(await get(options, id), 'completed');
};

/** Answers a question and subscribes to the task again, from the last event before the answer. */
const answeringAmidStream: Errand = async (options) => {
  const { caller, recorder } = options;
  const question = createBuild(options, { asks: true });
  const { taskId, state, lastEventId } = await caller.follow({ kind: 'send', message: question });
  if (state !== 'input-required') throw new Error(`A stream ended ${state}, without a question.`);
  const message = createAnswer(taskId);
  await send(options, message, { returnImmediately: true });
  recorder.answer(taskId, message.messageId);
  const rest = await caller.follow({ kind: 'subscribe', taskId, lastEventId });
  if (rest.state !== 'completed') throw new Error(`A stream ended ${rest.state}.`);
};

const ERRANDS: readonly Errand[] = [
  blocking,
  failing,
  streaming,
  streaming,
  twice,
  cancelling,
  answering,
  answeringTwice,
  answeringAmidStream,
  hopping,
  notifying,
];

/** Runs a random errand; rejects if an answer of the server is wrong. */
export async function runErrand(options: ErrandOptions): Promise<void> {
  await ERRANDS[options.random.below(ERRANDS.length)]?.(options);
}

function createBuild({ random }: ErrandOptions, input: Partial<BuildInput> = {}): Sent {
  const data: BuildInput = {
    rounds: 2 + random.below(5),
    pauseMs: random.below(20),
    asks: false,
    fails: false,
    stalls: 'no',
    ...input,
  };
  return createMessage([createTaggedPart('build', data)]) as Sent;
}

function createAnswer(taskId: string): Sent {
  return createMessage([{ text: 'Yes' }], { taskId }) as Sent;
}

async function send(
  { caller, recorder }: ErrandOptions,
  message: Sent & { readonly taskId?: string },
  configuration: object = {},
): Promise<WireTask> {
  const { error, result } = await caller.call('SendMessage', { message, configuration });
  if (error !== undefined) throw toError(error);
  const task = result?.['task'] as WireTask;
  if (message.taskId === undefined) recorder.create(message.messageId, task.id);
  recorder.state(task.id, toStateName(task.status.state));
  return task;
}

/** Polls a task until it has ended or asks a question, and returns it. */
async function get({ caller, recorder }: ErrandOptions, id: string): Promise<WireTask> {
  for (;;) {
    const { error, result } = await caller.call('GetTask', { id });
    if (error !== undefined) throw toError(error);
    const task = result as unknown as WireTask;
    const state = toStateName(task.status.state);
    recorder.state(id, state);
    if (isRest(state)) return task;
    // Real time: the pause between two looks.
    await sleep(50);
  }
}

/** Polls a task whose question was answered until it has ended, and returns it. */
async function getEnded(options: ErrandOptions, id: string): Promise<WireTask> {
  for (;;) {
    const task = await get(options, id);
    if (toStateName(task.status.state) !== 'input-required') return task;
    // Real time: the pause between two looks.
    await sleep(50);
  }
}

function expectState({ id, status }: WireTask, state: string): void {
  const found = toStateName(status.state);
  if (found !== state) throw new Error(`Task ${id} must be ${state}: current value is ${found}`);
}

function toError(error: object): Error {
  return new Error(`The server refused: ${JSON.stringify(error)}`);
}

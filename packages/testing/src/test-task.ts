import type { Artifact, Message, Part } from '@a2a-js/sdk';
import { type AnySkill, type Principal, readAnswerer } from '@formwork/core';
import { fromSchemaMode } from '@formwork/core/internal';
import {
  isInterruptedState,
  isTerminalState,
  type TaskEngine,
  type TaskEvent,
  type TaskSnapshot,
  type TaskStateName,
} from '@formwork/runtime';
import type { HintHub } from '@formwork/runtime/internal';
import type { Json } from '@formwork/schema';
import { toEventLine } from './event-line.ts';
import { FaultMissedError, ScriptError, TaskStateError } from './errors.ts';
import type { People } from './test-people.ts';
import type { FaultOrder, Processes } from './test-process.ts';
import {
  openScript,
  readText,
  type ScriptedAnswers,
  showQuestion,
  type TestQuestion,
  toTestQuestion,
} from './test-question.ts';

/** A task of a tested agent. Its properties show the newest state. */
export interface TestTask<Data = unknown> {
  /** The id of the task; `undefined` if the agent answered with a message and without a task. */
  readonly id: string | undefined;
  readonly state: TaskStateName;
  /** The text of the agent's last status: progress, a question, or why the task failed. */
  readonly text: string;
  /** The artifacts that the task has sent so far, as A2A has them. */
  readonly artifacts: readonly Artifact[];
  /** The question that the task waits on; `undefined` if it waits for none. */
  readonly question: TestQuestion | undefined;
  /** The ids of those who answered the questions that were given to other people, in order. */
  readonly answeredBy: readonly string[];
  /** The number of times that the handler has begun: at first, after answers, retries and faults. */
  readonly runs: number;
  /** The number of writes that the handler has made, for the faults of a call. */
  readonly writes: number;
  /**
   * Returns the result of the task, as the typed client does: data, or text without an output
   * schema.
   *
   * @throws TaskStateError unless the task is completed
   */
  result(): Data;
  /** Returns the log of the task: every event that its engine has stored. */
  events(): Promise<readonly TaskEvent[]>;
  /**
   * Returns the log of the task in words, one line for each event, without ids and times: such as
   * `working: Counting`, `remembered step:price: 200`, `artifact result: {"euros":200}`, `caller: yes`,
   * `completed`.
   */
  eventLines(): Promise<readonly string[]>;
  /**
   * Answers the question of the task, and resolves when the task has ended or asks again. An answer
   * that does not fit makes the agent ask again, with the reason in `question.text`.
   *
   * @throws MessageRefusedError if the task waits for no answer, or whoever answers may not
   */
  answer(value: Json, options?: TestAnswerOptions): Promise<void>;
  /**
   * Takes the question of the task as one of the people whom it is given to, so that nobody else may
   * answer it.
   *
   * @throws MessageRefusedError if the question is not given to them, or somebody has taken it
   */
  claim(person: Principal): Promise<void>;
  /** Gives the question back that a person has taken. It rejects as {@link claim} does. */
  release(person: Principal): Promise<void>;
  /**
   * Gives the question to others, such as `user:lee`, as one of the people whom it is given to. It
   * rejects as {@link claim} does.
   */
  handOver(person: Principal, to: readonly string[]): Promise<void>;
  /**
   * Cancels the task as its caller does, and resolves when it has ended.
   *
   * @throws MessageRefusedError if the task has ended before
   */
  cancel(): Promise<void>;
  /** Resolves when the task has ended or waits for an answer. */
  settled(): Promise<void>;
  /**
   * Lets the process that runs the task die: the handler's calls of `task` never return, and
   * another process runs the handler again from the top.
   *
   * @throws TaskStateError if no process runs the task
   */
  crash(): Promise<void>;
  /**
   * Gives the task to another process, as if this one had been cut off: the signal of the running
   * handler aborts, and its writes are refused.
   *
   * @throws TaskStateError if no process runs the task
   */
  loseLease(): Promise<void>;
}

/** Options of `answer` of a {@link TestTask}. */
export interface TestAnswerOptions {
  /** Who answers; needed for a question that is given to other people. Default: the caller. */
  readonly as?: Principal;
}

/** Faults that a test orders before the task begins. */
export interface TestFaults {
  /**
   * The number of writes of the handler after which its process dies; the last of them is stored,
   * but the handler does not learn it. With 0, the process dies at the first write, before it is
   * stored. Another process takes the task over.
   */
  readonly crashAfterWrites?: number;
  /**
   * The number of writes of the handler after which its process loses the task to another one, as
   * if it had been cut off: the signal of the handler aborts, and its later writes are refused. With
   * 0, the process loses the task before its first write.
   */
  readonly loseLeaseAfterWrites?: number;
}

/** The parts of a tested agent that its tasks use. */
export interface TaskHost {
  readonly engine: TaskEngine;
  readonly hub: HintHub;
  readonly processes: Processes;
  readonly people: People;
  /** Sends an answer to a task. */
  answer(taskId: string, value: Json): Promise<void>;
  cancel(taskId: string): Promise<void>;
  /** Returns true once the agent is closed, so that no task goes on. */
  isClosed(): boolean;
  /** Returns what handlers and the runner have logged as errors about a task. */
  listErrors(taskId: string): readonly string[];
}

/** Options of {@link openTask}. */
export interface OpenTaskOptions {
  readonly host: TaskHost;
  readonly skill: AnySkill | undefined;
  /** The fault that the test has ordered for the task; `undefined` for none. */
  readonly order: FaultOrder | undefined;
}

/** The longest wait between two looks at a task, in milliseconds, in case a hint is missed. */
const LOOK_MS = 1_000;

/** Makes the handle of a task that was created. */
export async function openTask(
  first: TaskSnapshot,
  { host, skill, order }: OpenTaskOptions,
): Promise<TestTask> {
  const { engine, hub, processes, people } = host;
  const { id, scope } = first;
  let snapshot = first;
  let isGone = false;

  async function refresh(): Promise<void> {
    const next = await engine.get(scope, id).catch(() => snapshot);
    isGone = next === undefined;
    if (next !== undefined && next.seq >= snapshot.seq) snapshot = next;
    if (isInterruptedState(snapshot.state)) people.watch(snapshot);
  }

  /** Lets a person change the question, and reads what has become of it. */
  async function change(done: Promise<void>): Promise<void> {
    await done;
    await refresh();
  }

  function isAtRest(): boolean {
    return isTerminalState(snapshot.state) || isInterruptedState(snapshot.state);
  }

  async function settled(): Promise<void> {
    for (;;) {
      const hint = hub.wait(id, { timeoutMs: LOOK_MS });
      await refresh();
      if (isGone) throw createStateError('wait for the task', { state: 'deleted', text: '' });
      if (isAtRest()) break;
      if (host.isClosed()) throw createStateError('wait for a task of a closed agent', task);
      await hint;
    }
    if (isTerminalState(snapshot.state)) checkOrder(order, task);
  }

  function createStateError(
    action: string,
    { state, text }: { readonly state: string; readonly text: string },
  ): TaskStateError {
    const said = text === '' ? '' : ` with ${JSON.stringify(text)}`;
    const errors = host.listErrors(id).map((error) => `\n  ${error}`);
    const logged = errors.length === 0 ? '' : `\nThe log of the task has:${errors.join('')}`;
    return new TaskStateError(
      `Cannot ${action} as its state must allow that: current value is ${state}${said}${logged}`,
    );
  }

  const task: TestTask = {
    id,
    get state() {
      return snapshot.state;
    },
    get text() {
      return snapshot.statusMessage === undefined ? '' : readText(snapshot.statusMessage);
    },
    get artifacts() {
      return snapshot.artifacts;
    },
    get question() {
      return isInterruptedState(snapshot.state)
        ? toTestQuestion(snapshot.statusMessage)
        : undefined;
    },
    get answeredBy() {
      return snapshot.history.flatMap((message) => readAnswerer(message)?.id ?? []);
    },
    get runs() {
      return processes.countRuns(id);
    },
    get writes() {
      return processes.countWrites(id);
    },
    result() {
      if (snapshot.state !== 'completed') throw createStateError('read the result', task);
      return readResult(
        snapshot.artifacts.flatMap(({ parts }) => parts),
        skill,
      );
    },
    async events() {
      const events: TaskEvent[] = [];
      for (;;) {
        const page = await engine.read(scope, id, { after: events.length });
        if (page.length === 0) return events;
        events.push(...page);
      }
    },
    eventLines: async () => (await task.events()).map(({ event }) => toEventLine(event)),
    async answer(value, { as } = {}) {
      if (as === undefined) {
        await host.answer(id, value);
      } else {
        await refresh();
        await people.answer(snapshot, value, as);
      }
      await settled();
    },
    claim: (person) => change(people.claim(id, person)),
    release: (person) => change(people.release(id, person)),
    handOver: (person, to) => change(people.handOver(id, person, to)),
    async cancel() {
      await host.cancel(id);
      await settled();
    },
    settled,
    async crash() {
      if (!(await processes.crash(id))) throw createStateError('let its process die', task);
    },
    async loseLease() {
      if (!(await processes.loseLease(id))) throw createStateError('lose its lease', task);
    },
  };
  // The properties of the task follow every change, so that tests need not ask for it.
  hub.listen(id, () => void refresh());
  await refresh();
  return task;
}

/**
 * Checks that a fault that a test has ordered happened before the task ended.
 *
 * @throws FaultMissedError
 */
function checkOrder(
  order: FaultOrder | undefined,
  { writes, state }: Pick<TestTask, 'writes' | 'state'>,
): void {
  if (order === undefined || order.isDone) return;
  throw new FaultMissedError(
    `Cannot let the process ${order.kind === 'crash' ? 'die' : 'lose the task'} after ${order.afterWrites} writes because the task ended after ${writes}: state ${state}.`,
  );
}

/** Options of {@link createAnswered}. */
interface AnsweredOptions extends OpenTaskOptions {
  /** The id of the task behind the answer, which callers do not see; absent if there is none. */
  readonly taskId: string | undefined;
}

/** Makes the handle for a message with which the agent answered, instead of with a task. */
export function createAnswered(
  message: Message,
  { host: { processes }, skill, order, taskId = '' }: AnsweredOptions,
): TestTask {
  const writes = processes.countWrites(taskId);
  checkOrder(order, { writes, state: 'completed' });
  const refuse = (action: string): Promise<never> =>
    Promise.reject(
      new TaskStateError(`Cannot ${action} because the agent answered with a message, not a task.`),
    );
  return {
    id: undefined,
    state: 'completed',
    text: readText(message),
    artifacts: [],
    question: undefined,
    runs: processes.countRuns(taskId),
    writes,
    result: () => readResult(message.parts, skill),
    events: () => Promise.resolve([]),
    eventLines: () => Promise.resolve([]),
    settled: () => Promise.resolve(),
    answeredBy: [],
    answer: () => refuse('answer'),
    claim: () => refuse('take its question'),
    release: () => refuse('give its question back'),
    handOver: () => refuse('hand its question over'),
    cancel: () => refuse('cancel'),
    crash: () => refuse('let its process die'),
    loseLease: () => refuse('lose its lease'),
  };
}

/** Answers the questions of a task from a script, until the task has ended. */
export async function follow(task: TestTask, answers: ScriptedAnswers): Promise<void> {
  const script = openScript(answers);
  let last: TestQuestion | undefined;
  await task.settled();
  for (let { question } = task; question !== undefined; { question } = task) {
    if (last?.number === question.number) {
      throw new ScriptError(
        `Cannot answer the question ${showQuestion(question)} as the answer must fit: the agent asks again and says\n${question.text}`,
      );
    }
    const answer = script.take(question);
    if (answer === undefined) {
      throw new ScriptError(
        `Cannot go on because no answer is left for the question ${showQuestion(question)}.`,
      );
    }
    last = question;
    const { value, as } = answer;
    await task.answer(value, as === undefined ? {} : { as });
  }
  const unused = script.listUnused();
  if (unused.length > 0) {
    throw new ScriptError(
      `Cannot use every answer because the task asked no more questions: left over are ${unused.join(', ')}; state ${task.state}${task.text === '' ? '' : ` with ${JSON.stringify(task.text)}`}.`,
    );
  }
}

/**
 * Reads the result of a skill: the data that is tagged with an output schema, or for skills without
 * one the last data, or else the text.
 */
function readResult(parts: readonly Part[], skill: AnySkill | undefined): unknown {
  const names = [...(skill?.outputs.keys() ?? [])];
  const received = parts.flatMap(({ content, metadata }) =>
    content?.$case === 'data'
      ? [{ schema: fromSchemaMode(String(metadata?.['mimeType'] ?? '')), data: content.value }]
      : [],
  );
  const tagged = received.findLast(({ schema }) => schema !== undefined && names.includes(schema));
  if (tagged !== undefined) return names.length > 1 ? tagged : tagged.data;
  return received.length === 0 ? readText({ parts: [...parts] }) : received.at(-1)?.data;
}

import type { Artifact, Message } from '@a2a-js/sdk';
import { type Principal, readAnswerer } from '@formwork/core';
import { type TaskEvent, type TaskSnapshot, type TaskStateName } from '@formwork/runtime';
import type { Json } from '@formwork/schema';
import { ScriptError, TaskStateError } from './errors.ts';
import { toEventLine } from './event-line.ts';
import { checkOrder, type OpenTaskOptions, readResult, TaskTracker } from './task-tracker.ts';
import {
  openScript,
  type ScriptedAnswers,
  showQuestion,
  type TestQuestion,
  toMessageText,
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
   * @throws MessageRefusedError if the task waits for no answer, or the person may not answer
   */
  answer(value: Json, options?: TestAnswerOptions): Promise<void>;
  /**
   * Takes the question of the task as one of the people who got it, so that no other person may
   * answer it.
   *
   * @throws MessageRefusedError if the question is not given to them, or it is taken
   */
  claim(person: Principal): Promise<void>;
  /** Gives the question back that a person has taken. It rejects as {@link claim} does. */
  release(person: Principal): Promise<void>;
  /**
   * Gives the question to others, such as `user:lee`, as one of the people who got it. It
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

/** Makes the handle of a task that was created. */
export async function openTask(first: TaskSnapshot, options: OpenTaskOptions): Promise<TestTask> {
  const { watcher, processes, people } = options.host;
  const tracker = new TaskTracker(first, options);
  const { id } = tracker;

  /** Lets a person change the question, and reads what has become of it. */
  async function change(done: Promise<void>): Promise<void> {
    await done;
    await tracker.refresh();
  }

  // The properties of the task follow every change, so that tests need not ask for it.
  watcher.listen(id, () => void tracker.refresh());
  await tracker.refresh();
  return {
    id,
    get state() {
      return tracker.snapshot.state;
    },
    get text() {
      return tracker.text;
    },
    get artifacts() {
      return tracker.snapshot.artifacts;
    },
    get question() {
      return tracker.question;
    },
    get answeredBy() {
      return tracker.snapshot.history.flatMap((message) => readAnswerer(message)?.id ?? []);
    },
    get runs() {
      return processes.countRuns(id);
    },
    get writes() {
      return tracker.writes;
    },
    result: () => tracker.result(),
    events: () => tracker.listEvents(),
    eventLines: async () => (await tracker.listEvents()).map(({ event }) => toEventLine(event)),
    answer: (value, { as } = {}) => tracker.answer(value, as),
    claim: (person) => change(people.claim(id, person)),
    release: (person) => change(people.release(id, person)),
    handOver: (person, to) => change(people.handOver(id, person, to)),
    async cancel() {
      await options.host.cancel(id);
      await tracker.settle();
    },
    settled: () => tracker.settle(),
    async crash() {
      if (!(await processes.crash(id))) throw tracker.createError('let its process die');
    },
    async loseLease() {
      if (!(await processes.loseLease(id))) throw tracker.createError('lose its lease');
    },
  };
}

/**
 * Makes the handle for a message with which the agent answered, instead of with a task. `taskId` is
 * the id of the task behind the answer, which callers do not see; `''` if there is none.
 */
export function createAnswered(
  message: Message,
  { host: { processes }, skill, order }: OpenTaskOptions,
  taskId = '',
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
    text: toMessageText(message),
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
        `Cannot answer the question ${showQuestion(question)} because the answer must fit: the agent asks again and says\n${question.text}`,
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

import { toSortedJson } from '@formwork/schema/json';
import { createHash, randomUUID } from 'node:crypto';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import type { CallContext } from './call-context.ts';
import { type AskingCall, readTask } from './read-task.ts';

/**
 * The outcome of an answer whose question is no longer open. It is `not_known` if the agent tells no
 * answers of its task.
 */
export type AnswerOutcome = 'taken' | 'not_used' | 'not_known';

/** The outcomes of answers that a host must learn. */
export type LateAnswer = Exclude<AnswerOutcome, 'taken'>;

/**
 * The answer that a host has sent to a question. Its message has an id that begins with the digest
 * of question and answer, so that every bridge finds in the task whether the agent has taken it: a
 * host that repeats its answer gets no report of a loss, and the bridge stores nothing.
 */
export class HostAnswer {
  readonly #prefix: string;
  readonly #isRefusal: boolean;

  /** The answer, and the mark of its question; `undefined` if the host has not sent it. */
  constructor(question: string | number | undefined, value: unknown) {
    const digest = createHash('sha256').update(toSortedJson([question ?? '', value]));
    this.#prefix = `mcp-${digest.digest('base64url')}-`;
    this.#isRefusal = isRefusal(value);
  }

  /** Makes an id for a message with the answer; the same answer may be given again on purpose. */
  createMessageId(): string {
    return `${this.#prefix}${randomUUID()}`;
  }

  /** Finds out whether the agent has taken the answer. */
  async findOutcome(taskId: string, call: AskingCall): Promise<AnswerOutcome> {
    return this.judge(await tryAnswers(taskId, call));
  }

  /** True if the task has gone on with another answer, so that this one comes too late. */
  async isLost(taskId: string, call: AskingCall): Promise<boolean> {
    const task = await tryAnswers(taskId, call);
    return task?.isWaiting === false && this.judge(task) === 'not_used';
  }

  /** Decides the outcome of the answer by its task; `undefined` for one that cannot be read. */
  judge(task: AnsweredTask | undefined): AnswerOutcome {
    if (task === undefined) return 'not_known';
    // A person who declines ends the task.
    if (this.#isRefusal && task.isCanceled) return 'taken';
    if (task.idPrefixes.has(this.#prefix)) return 'taken';
    return task.hasAnswers ? 'not_used' : 'not_known';
  }
}

/** The answers that a task has taken, as far as it tells. */
interface AnsweredTask {
  readonly isCanceled: boolean;
  /** True if it asks something, which may be the question of the answer. */
  readonly isWaiting: boolean;
  /** The beginnings of the ids of its messages. */
  readonly idPrefixes: ReadonlySet<string>;
  readonly hasAnswers: boolean;
}

/**
 * Finds the outcomes of answers, in their order, by one look at their task: a host may send thousands.
 * Rejects if the task cannot be read.
 */
export async function findAnswerOutcomes(
  answers: readonly HostAnswer[],
  taskId: string,
  call: AskingCall,
): Promise<readonly AnswerOutcome[]> {
  if (answers.length === 0) return [];
  const task = await readAnswers(taskId, call);
  return answers.map((answer) => answer.judge(task));
}

async function readAnswers(taskId: string, call: AskingCall): Promise<AnsweredTask> {
  const { history, status } = await readTask(taskId, call);
  const [first] = history;
  return {
    isCanceled: Number(status?.state) === CANCELED,
    isWaiting: WAITING.has(Number(status?.state)),
    idPrefixes: new Set(history.map(({ messageId }) => messageId.slice(0, PREFIX_LENGTH))),
    hasAnswers: history.filter(({ role }) => role === first?.role).length > 1,
  };
}

/** Reads the answers of a task; `undefined` if it cannot be read. */
async function tryAnswers(taskId: string, call: AskingCall): Promise<AnsweredTask | undefined> {
  return readAnswers(taskId, call).catch(() => undefined);
}

/**
 * True if a task has had no answer so far, so that a reply that names no question can only be meant
 * for the one that is open.
 */
export async function isFirstQuestion(taskId: string, call: AskingCall): Promise<boolean> {
  return (await tryAnswers(taskId, call))?.hasAnswers === false;
}

/** The length of what the ids of messages with one answer have in common: `mcp-`, a digest and `-`. */
const PREFIX_LENGTH = 48;

/** The state `TASK_STATE_CANCELED` of A2A 1.0. */
const CANCELED = 5;

/** The states `TASK_STATE_INPUT_REQUIRED` and `TASK_STATE_AUTH_REQUIRED` of A2A 1.0. */
const WAITING: ReadonlySet<number> = new Set([6, 8]);

/** Returns the answer of a host to the question with a number; `undefined` if it has sent none. */
export function readHostAnswer(
  question: number | undefined,
  { inputResponses = {} }: CallContext,
): HostAnswer | undefined {
  const responses = Object.values(inputResponses);
  return responses.length === 0 ? undefined : new HostAnswer(question, responses);
}

function isRefusal(value: unknown): boolean {
  const responses = Array.isArray(value) ? value : [value];
  return responses.every((response: unknown) => {
    const action: unknown =
      typeof response === 'object' && response !== null
        ? Reflect.get(response, 'action')
        : undefined;
    return action === 'decline' || action === 'cancel';
  });
}

const WHY = 'another answer was taken first, or the question has ended';

/** The words for a host whose answer comes when its question is no longer open. */
export const LATE_WORDS: Readonly<Record<LateAnswer, string>> = {
  not_used: `This answer was not used: ${WHY}.`,
  not_known: `The task no longer waits for this answer. Unless it is the one that was taken, it was not used: ${WHY}.`,
};

/** Makes the parts of a result that tell model and program of a late answer. */
export function describeLateAnswer(late: LateAnswer): {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly meta: { readonly [TOOL_META_KEY]: { readonly answer: LateAnswer } };
} {
  return {
    content: [{ type: 'text', text: LATE_WORDS[late] }],
    meta: { [TOOL_META_KEY]: { answer: late } },
  };
}

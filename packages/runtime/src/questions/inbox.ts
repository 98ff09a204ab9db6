import { FOLLOW_UP_FORMS_EXTENSION_URI, type Principal } from '@formwork/core';
import { type Message, Role } from '@a2a-js/sdk';
import { UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { createValidator } from '@formwork/schema';
import type { TaskEngine } from '../engine/task-engine.ts';
import { TaskDamagedError } from '../errors.ts';
import { createIdempotencyKey } from '../idempotency-key.ts';
import { isAddress } from '@formwork/core/internal';
import { type Assignment, listAddresses } from '../messages/assignment.ts';
import { answerTask } from '../protocol/answer-task.ts';
import { AccessError } from '../protocol/permission.ts';
import { fromScope } from '../scope.ts';
import {
  type AskedQuestion,
  createNotFound,
  describeQuestion,
  findAsked,
  findRefusal,
  type InboxPerson,
  type InboxQuestion,
  QuestionError,
  reassign,
} from './open-question.ts';

/** The questions that wait for a person. */
export interface InboxPage {
  /** Questions of the person's own tasks, and those that were given to them, the oldest first. */
  readonly questions: readonly InboxQuestion[];
  /** True if there are more questions than the page has. */
  readonly hasMore: boolean;
}

/** The answer of a person: data for a form, or text. */
export interface InboxAnswer {
  /** The number of the question in its task. */
  readonly question: number;
  readonly data?: unknown;
  readonly text?: string;
  /**
   * The id of the answer, which nobody else can guess: an answer that is sent again with the same id
   * counts once.
   */
  readonly messageId: string;
}

/**
 * The actions of people on questions. Every method throws {@link QuestionError}: a question that is not
 * given to the person does not exist for them.
 */
export interface Inbox {
  list(person: InboxPerson, limit?: number): Promise<InboxPage>;
  read(person: InboxPerson, taskId: string): Promise<InboxQuestion>;
  /** Takes a question, so that nobody else answers it. Of several people, exactly one gets it. */
  claim(person: InboxPerson, taskId: string): Promise<InboxQuestion>;
  /** Gives a question that the person has taken back to all that it is given to. */
  release(person: InboxPerson, taskId: string): Promise<InboxQuestion>;
  /** Gives a question to other people instead, who are told about it. */
  handOver(person: InboxPerson, taskId: string, to: readonly string[]): Promise<void>;
  /** Answers a question. Of several answers, exactly one counts; the others throw. */
  answer(person: InboxPerson, taskId: string, answer: InboxAnswer): Promise<void>;
}

const DEFAULT_LIMIT = 100;
const OWN_STATES = ['input-required', 'auth-required'] as const;

/** The number of times that a change is tried again because the question changed meanwhile. */
const ATTEMPTS = 5;

/** Makes the inbox of the people of an agent. */
export function createInbox(
  engine: Pick<TaskEngine, 'get' | 'list' | 'reply' | 'findScope' | 'listQuestions'>,
): Inbox {
  async function find(taskId: string): Promise<AskedQuestion | undefined> {
    const scope = await engine.findScope(taskId);
    return scope === undefined ? undefined : findAsked(await engine.get(scope, taskId));
  }

  /** Finds a question that a person may answer. */
  async function open(person: InboxPerson, taskId: string): Promise<AskedQuestion> {
    const asked = await find(taskId);
    if (asked === undefined) throw createNotFound(taskId);
    const refusal = findRefusal(asked, person);
    if (refusal !== undefined) throw refusal;
    return asked;
  }

  /** Changes whom a question is given to, until the change counts or is refused. */
  async function change(
    person: InboxPerson,
    taskId: string,
    plan: (asked: AskedQuestion) => Parameters<typeof reassign>[2] | undefined,
  ): Promise<AskedQuestion> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const asked = await open(person, taskId);
      const planned = plan(asked);
      if (planned === undefined || (await reassign(engine, asked, planned))) {
        return (await find(taskId)) ?? asked;
      }
    }
    throw createNotFound(taskId);
  }

  async function listOwn(person: InboxPerson, limit: number): Promise<readonly AskedQuestion[]> {
    const pages = await Promise.all(
      OWN_STATES.map((state) =>
        engine.list(person.scope, { state, pageSize: Math.min(limit, 100) }),
      ),
    );
    return pages.flatMap(({ tasks }) => tasks.flatMap((task) => findAsked(task) ?? []));
  }

  async function listGiven(person: InboxPerson, limit: number): Promise<readonly AskedQuestion[]> {
    const found = await engine.listQuestions({ to: listAddresses(person), limit });
    const asked = await Promise.all(
      found.map(({ taskId, scope }) =>
        engine.get(scope, taskId).then(findAsked, (error: unknown) => {
          // A task whose data is damaged must not hide the others.
          if (error instanceof TaskDamagedError) return undefined;
          throw error;
        }),
      ),
    );
    return asked.flatMap((each) => each ?? []);
  }

  return {
    async list(person, limit = DEFAULT_LIMIT) {
      const [own, given] = await Promise.all([
        listOwn(person, limit + 1),
        listGiven(person, limit + 1),
      ]);
      const byTask = new Map([...own, ...given].map((asked) => [asked.snapshot.id, asked]));
      const questions = [...byTask.values()]
        .filter((asked) => isShown(asked, person))
        .map((asked) => describeQuestion(asked, person))
        .toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1));
      return { questions: questions.slice(0, limit), hasMore: questions.length > limit };
    },

    async read(person, taskId) {
      const asked = await find(taskId);
      if (asked === undefined || !isShown(asked, person)) throw createNotFound(taskId);
      return describeQuestion(asked, person);
    },

    async claim(person, taskId) {
      const claimed = await change(person, taskId, ({ question: { assignment } }) =>
        assignment === undefined || assignment.claimedBy === person.id
          ? undefined
          : { claimedBy: person.id, change: { kind: 'claimed', by: person.id } },
      );
      return describeQuestion(claimed, person);
    },

    async release(person, taskId) {
      const released = await change(person, taskId, ({ question: { assignment } }) =>
        assignment?.claimedBy === undefined
          ? undefined
          : { claimedBy: undefined, change: { kind: 'released', by: person.id } },
      );
      return describeQuestion(released, person);
    },

    async handOver(person, taskId, to) {
      const addresses = checkAddresses(to);
      await change(person, taskId, ({ snapshot, question: { assignment } }) => {
        checkHandOver({ assignment, to: addresses, owner: fromScope(snapshot.scope) });
        return {
          to: addresses,
          claimedBy: undefined,
          // The people are told at once.
          wakesAt: snapshot.statusTimestamp,
          change: { kind: 'handed-over', by: person.id, to: addresses },
        };
      });
    },

    async answer(person, taskId, answer) {
      const asked = await open(person, taskId);
      const { snapshot, question } = asked;
      if (answer.question !== question.question) throw createNotFound(taskId);
      const message = createAnswerMessage(asked, answer);
      try {
        await answerTask(snapshot, message, {
          engine,
          claim: undefined,
          idempotencyKey: createIdempotencyKey({
            scope: person.scope,
            id: answer.messageId,
            content: message,
          }),
          author: { kind: 'caller', principal: person },
        });
      } catch (error) {
        if (!(error instanceof AccessError || error instanceof UnsupportedOperationError)) {
          throw error;
        }
        // Somebody else was faster; reading the question again tells how.
        await open(person, taskId);
        throw createNotFound(taskId);
      }
    },
  };
}

/** Returns true for a question that a person sees: one that they may answer, or somebody has taken. */
function isShown(asked: AskedQuestion, person: InboxPerson): boolean {
  const refusal = findRefusal(asked, person);
  return refusal === undefined || refusal.code === 'QUESTION_CLAIMED';
}

/** @throws QuestionError for addresses to which no question can be given */
function checkAddresses(to: readonly string[]): readonly string[] {
  if (Array.isArray(to) && to.length > 0 && to.length <= 50 && to.every(isAddress)) return to;
  throw new QuestionError(
    'ADDRESS_INVALID',
    `Cannot hand over the question as to must be 1 to 50 addresses such as "role:approver" or "user:kim": current value is ${JSON.stringify(to)?.slice(0, 200)}`,
  );
}

/** @throws QuestionError for a question that nobody but its caller may answer, or the caller may not */
function checkHandOver({
  assignment,
  to,
  owner,
}: {
  readonly assignment: Assignment | undefined;
  readonly to: readonly string[];
  readonly owner: Principal | undefined;
}): void {
  if (assignment === undefined) {
    throw new QuestionError(
      'ADDRESS_INVALID',
      'Cannot hand over the question because it is asked of the caller of the task alone.',
    );
  }
  if (assignment.fourEyes === true && owner !== undefined && to.includes(`user:${owner.id}`)) {
    throw new QuestionError(
      'FOUR_EYES',
      'Cannot hand over the question to the caller of the task, because somebody else has to answer it.',
    );
  }
}

/**
 * Makes the message of an answer.
 *
 * @throws QuestionError for an answer that does not fit the form
 */
function createAnswerMessage(
  { snapshot, question: { question, form } }: AskedQuestion,
  { data, text = '', messageId }: InboxAnswer,
): Message {
  if (form !== undefined) {
    const problems = createValidator(form.schema).check(data);
    if (problems.length > 0) {
      const message = 'Cannot take the answer because it does not fit the form.';
      throw new QuestionError('ANSWER_INVALID', message, { problems });
    }
  } else if (text.trim() === '') {
    throw new QuestionError('ANSWER_INVALID', 'Cannot take the answer because it has no text.');
  }
  const rest = { metadata: undefined, filename: '' };
  return {
    messageId,
    contextId: snapshot.contextId,
    taskId: snapshot.id,
    role: Role.ROLE_USER,
    parts: [
      form === undefined
        ? { content: { $case: 'text', value: text }, mediaType: 'text/plain', ...rest }
        : { content: { $case: 'data', value: data }, mediaType: 'application/json', ...rest },
    ],
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question } },
    extensions: [],
    referenceTaskIds: [],
  };
}

import { FOLLOW_UP_FORMS_EXTENSION_URI, type Principal } from '@formwork/core';
import { type Message, Role } from '@a2a-js/sdk';
import { UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { createValidator } from '@formwork/schema';
import type { QuestionQuery } from '../engine/question-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskQuery } from '../engine/task-query.ts';
import { InvalidPageTokenError, TaskDamagedError } from '../errors.ts';
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
  /** The token of the next page; absent on the last one. A page may have no questions but a token. */
  readonly nextPageToken?: string;
}

/** Selects a page of an inbox. */
interface InboxPaging {
  /**
   * The largest number of questions of each kind on the page: those that were given to the person,
   * and those of their own tasks that wait for an answer or for a sign-in. From 1 to 100, default 50.
   */
  readonly pageSize?: number;
  /** The token from the page before; absent for the first page. */
  readonly pageToken?: string;
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
  list(person: InboxPerson, paging?: InboxPaging): Promise<InboxPage>;
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

const DEFAULT_PAGE_SIZE = 50;

/** The kinds of questions in an inbox: given to the person, or of own tasks in one of two states. */
const KINDS = ['given', 'input-required', 'auth-required'] as const;

/** The place in the list of one kind of questions at which a page begins; `''` is the first one. */
type Place = string | null;

/** The questions of one kind on a page. */
interface Part {
  readonly asked: readonly AskedQuestion[];
  /** The place at which the next page begins; `null` if there are no more. */
  readonly next: Place;
}

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

  async function listOwn(person: InboxPerson, query: TaskQuery): Promise<Part> {
    const { tasks, nextPageToken = null } = await engine.list(person.scope, query);
    return { asked: tasks.flatMap((task) => findAsked(task) ?? []), next: nextPageToken };
  }

  async function listGiven(
    person: InboxPerson,
    query: Pick<QuestionQuery, 'limit' | 'after'>,
  ): Promise<Part> {
    const found = await engine.listQuestions({ to: listAddresses(person), ...query });
    const last = found.length < query.limit ? undefined : found.at(-1);
    const asked = await Promise.all(
      found.map(({ taskId, scope }) =>
        engine.get(scope, taskId).then(findAsked, (error: unknown) => {
          // A task whose data is damaged must not hide the others.
          if (error instanceof TaskDamagedError) return undefined;
          throw error;
        }),
      ),
    );
    return {
      // A question of the person's own task, given to them as well, is among those of their tasks.
      asked: asked.flatMap((each) => (each?.snapshot.scope === person.scope ? [] : (each ?? []))),
      next: last === undefined ? null : `${last.askedAt} ${last.taskId}`,
    };
  }

  return {
    async list(person, { pageSize = DEFAULT_PAGE_SIZE, pageToken } = {}) {
      const places = pageToken === undefined ? KINDS.map(() => '') : parsePlaces(pageToken);
      const parts = await Promise.all(
        KINDS.map(async (kind, index): Promise<Part> => {
          const place = places[index] ?? null;
          if (place === null) return { asked: [], next: null };
          if (kind === 'given') return listGiven(person, { limit: pageSize, ...toAfter(place) });
          const token = place === '' ? {} : { pageToken: place };
          return listOwn(person, { state: kind, pageSize, ...token });
        }),
      );
      const questions = parts
        .flatMap(({ asked }) => asked)
        .filter((asked) => isShown(asked, person))
        .map((asked) => describeQuestion(asked, person))
        .toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1));
      const next = parts.map((part) => part.next);
      if (next.every((place) => place === null)) return { questions };
      return { questions, nextPageToken: writePlaces(next) };
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

/** Makes the token of the page that begins at these places, one for each kind. */
function writePlaces(places: readonly Place[]): string {
  return Buffer.from(JSON.stringify(places)).toString('base64url');
}

/** @throws InvalidPageTokenError for a token that {@link writePlaces} has not made */
function parsePlaces(token: string): readonly Place[] {
  try {
    const places: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (Array.isArray(places) && places.every((one) => one === null || typeof one === 'string')) {
      return places;
    }
  } catch (error) {
    throw new InvalidPageTokenError(token, { cause: error });
  }
  throw new InvalidPageTokenError(token);
}

/** @throws InvalidPageTokenError for a place that is not that of a question */
function toAfter(place: string): Pick<QuestionQuery, 'after'> {
  if (place === '') return {};
  const [askedAt = '', ...taskId] = place.split(' ');
  if (Number.isNaN(Date.parse(askedAt))) throw new InvalidPageTokenError(place);
  return { after: { askedAt, taskId: taskId.join(' ') } };
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

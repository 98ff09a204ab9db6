import { isPeopleAddress, type Principal } from '@formwork/core';
import { compareTexts } from '@formwork/schema/json';
import { bindMethods } from '../bound-methods.ts';
import type { QuestionPosition, QuestionQuery } from '../engine/question-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskQuery } from '../engine/task-query.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { InvalidPageTokenError, TaskDamagedError } from '../errors.ts';
import { type Assignment, listAddresses } from '../messages/assignment.ts';
import { fromScope } from '../scope.ts';
import { giveAnswer, type InboxAnswer } from './inbox-answer.ts';
import {
  type AskedQuestion,
  createNotFound,
  describeQuestion,
  findAskedQuestion,
  findRefusal,
  type InboxPerson,
  type InboxQuestion,
  type ListSecrets,
  type QuestionAction,
  QuestionError,
  reassign,
} from './open-question.ts';

/** The questions that wait for a person. */
export interface InboxPage {
  /**
   * Questions of the person's own tasks, and those that were given to them: what was asked first
   * comes first, over all pages, and of what was asked at the same time the lower id of the task.
   */
  readonly questions: readonly InboxQuestion[];
  /** The token of the next page; absent on the last one. A page may have no questions but a token. */
  readonly nextPageToken?: string;
}

/** Selects a page of an inbox. */
interface InboxPaging {
  /**
   * The largest number of questions on the page, from 1 to 100, default 50.
   */
  readonly pageSize?: number;
  /** The token from the page before; absent for the first page. */
  readonly pageToken?: string;
}

/**
 * The actions of people on questions. Every method throws {@link QuestionError}: a question that is not
 * given to the person does not exist for them.
 */
export interface Inbox {
  list(person: InboxPerson, paging?: InboxPaging): Promise<InboxPage>;
  read(person: InboxPerson, taskId: string): Promise<InboxQuestion>;
  /** Takes a question, so that no other person answers it. Of several people, exactly one gets it. */
  claim(person: InboxPerson, taskId: string): Promise<InboxQuestion>;
  /** Gives a question that the person has taken back to all that it is given to. */
  release(person: InboxPerson, taskId: string): Promise<InboxQuestion>;
  /** Gives a question to other people instead, who get news of it. */
  handOver(person: InboxPerson, taskId: string, to: readonly string[]): Promise<void>;
  /**
   * Answers a question. Of several answers, exactly one counts; the others throw, but not a
   * repetition of the one that counts, however late it comes.
   */
  answer(person: InboxPerson, taskId: string, answer: InboxAnswer): Promise<void>;
}

const DEFAULT_PAGE_SIZE = 50;

/** The states of tasks that wait for their callers. */
const WAITING = ['input-required', 'auth-required'] as const;

/** The most times that one page reads on, because a person is shown too few of what was read. */
const READS = 4;

/** A question with its place in the inbox, or a place alone: of what is not shown, or is damaged. */
interface PlacedQuestion {
  readonly position: QuestionPosition;
  readonly openQuestion?: AskedQuestion | undefined;
}

/** What was read of one kind of questions, in the order of their places. */
interface Part {
  readonly entries: readonly PlacedQuestion[];
  /** The place up to which all was read; `undefined` if there is nothing more. */
  readonly end: QuestionPosition | undefined;
}

/** What to read: what comes after a place, or from the first one. */
type PartQuery = Pick<QuestionQuery, 'limit' | 'after'>;

/** The number of times that a change is tried again because the question changed meanwhile. */
const ATTEMPTS = 5;

/** A change that a person wants to make to the question of a task. */
interface WantedChange {
  readonly person: InboxPerson;
  readonly taskId: string;
  readonly action: QuestionAction;
}

/** Makes the inbox of the people of an agent. */
export function createInbox(
  engine: Pick<TaskEngine, 'get' | 'list' | 'reply' | 'findScope' | 'listQuestions'>,
  listSecrets: ListSecrets,
): Inbox {
  return bindMethods(new EngineInbox(engine, listSecrets));
}

/** The inbox of the people who answer the questions in one engine. */
class EngineInbox implements Inbox {
  readonly #engine: Pick<TaskEngine, 'get' | 'list' | 'reply' | 'findScope' | 'listQuestions'>;
  readonly #listSecrets: ListSecrets;

  constructor(
    engine: Pick<TaskEngine, 'get' | 'list' | 'reply' | 'findScope' | 'listQuestions'>,
    listSecrets: ListSecrets,
  ) {
    this.#engine = engine;
    this.#listSecrets = listSecrets;
  }

  async list(
    person: InboxPerson,
    { pageSize = DEFAULT_PAGE_SIZE, pageToken }: InboxPaging = {},
  ): Promise<InboxPage> {
    let after = pageToken === undefined ? undefined : parsePosition(pageToken);
    const questions: InboxQuestion[] = [];
    for (let read = 0; read < READS; read += 1) {
      const { entries, end } = await this.#listNext(person, {
        limit: pageSize,
        ...(after !== undefined && { after }),
      });
      for (const { position, openQuestion } of entries) {
        if (openQuestion !== undefined && isShown(openQuestion, person)) {
          if (questions.length === pageSize) return toPage(questions, after);
          questions.push(
            describeQuestion(openQuestion, { person, listSecrets: this.#listSecrets }),
          );
        }
        after = position;
      }
      if (end === undefined) return { questions };
      if (questions.length === pageSize) break;
    }
    return toPage(questions, after);
  }

  async read(person: InboxPerson, taskId: string): Promise<InboxQuestion> {
    const openQuestion = findAskedQuestion(await this.#findTask(taskId));
    if (openQuestion === undefined || !isShown(openQuestion, person)) throw createNotFound(taskId);
    return describeQuestion(openQuestion, { person, listSecrets: this.#listSecrets });
  }

  claim(person: InboxPerson, taskId: string): Promise<InboxQuestion> {
    return this.#change({ person, taskId, action: 'take' }, ({ question: { assignment } }) =>
      assignment === undefined || assignment.claimedBy === person.id
        ? undefined
        : { claimedBy: person.id, change: { kind: 'claimed', by: person.id } },
    );
  }

  release(person: InboxPerson, taskId: string): Promise<InboxQuestion> {
    return this.#change({ person, taskId, action: 'give back' }, ({ question: { assignment } }) =>
      assignment?.claimedBy === undefined
        ? undefined
        : { claimedBy: undefined, change: { kind: 'released', by: person.id } },
    );
  }

  async handOver(person: InboxPerson, taskId: string, to: readonly string[]): Promise<void> {
    const addresses = checkAddresses(to);
    await this.#change(
      { person, taskId, action: 'hand over' },
      ({ snapshot, question: { assignment } }) => {
        checkHandOver(assignment, addresses, fromScope(snapshot.scope));
        return {
          to: addresses,
          claimedBy: undefined,
          // The people get news of it at once.
          wakesAt: snapshot.statusTimestamp,
          change: { kind: 'handed-over', by: person.id, to: addresses },
        };
      },
    );
  }

  async answer(person: InboxPerson, taskId: string, answer: InboxAnswer): Promise<void> {
    const snapshot = await this.#findTask(taskId);
    if (snapshot === undefined) throw createNotFound(taskId);
    await giveAnswer(snapshot, { engine: this.#engine, person, answer });
  }

  async #findTask(taskId: string): Promise<TaskSnapshot | undefined> {
    const scope = await this.#engine.findScope(taskId);
    return scope === undefined ? undefined : this.#engine.get(scope, taskId);
  }

  /** Finds a question with which a person may do something. */
  async #open({ person, taskId, action }: WantedChange): Promise<AskedQuestion> {
    const openQuestion = findAskedQuestion(await this.#findTask(taskId));
    if (openQuestion === undefined) throw createNotFound(taskId);
    const refusal = findRefusal(openQuestion, person, action);
    if (refusal !== undefined) throw refusal;
    return openQuestion;
  }

  /** Changes the assignment of a question, until the change counts or is refused. */
  async #change(
    request: WantedChange,
    plan: (openQuestion: AskedQuestion) => Parameters<typeof reassign>[2] | undefined,
  ): Promise<InboxQuestion> {
    const { person, taskId } = request;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const openQuestion = await this.#open(request);
      const planned = plan(openQuestion);
      if (planned === undefined || (await reassign(this.#engine, openQuestion, planned))) {
        const now = findAskedQuestion(await this.#findTask(taskId)) ?? openQuestion;
        return describeQuestion(now, { person, listSecrets: this.#listSecrets });
      }
    }
    throw createNotFound(taskId);
  }

  /** Reads questions of the person's own tasks that were not given to other people. */
  async #listOwn(
    { scope }: InboxPerson,
    { limit, after, state }: PartQuery & Pick<TaskQuery, 'state'>,
  ): Promise<Part> {
    const since = after === undefined ? {} : { statusTimestampAfter: after.askedAt };
    const query = {
      order: 'oldest-first',
      pageSize: limit,
      ...(state && { state }),
      ...since,
    } as const;
    for (let pageToken: string | undefined; ;) {
      // A place is no token of the engine: the first tasks of its time may come before it.
      const page = await this.#engine.list(scope, { ...query, ...(pageToken && { pageToken }) });
      const entries = page.tasks
        .map((task): PlacedQuestion => {
          const openQuestion = findAskedQuestion(task);
          const position = { askedAt: task.statusTimestamp, taskId: task.id };
          return {
            position,
            ...(openQuestion?.question.assignment === undefined && { openQuestion }),
          };
        })
        .filter(({ position }) => after === undefined || comparePositions(position, after) > 0);
      pageToken = page.nextPageToken;
      const end = pageToken === undefined ? undefined : entries.at(-1)?.position;
      if (end !== undefined || pageToken === undefined) return { entries, end };
    }
  }

  /** Reads questions that are given to the person, those of their own tasks among them. */
  async #listGiven(person: InboxPerson, query: PartQuery): Promise<Part> {
    const rows = await this.#engine.listQuestions({ to: listAddresses(person), ...query });
    const entries = await Promise.all(
      rows.map(async ({ taskId, scope, askedAt }): Promise<PlacedQuestion> => {
        const position = { taskId, askedAt };
        try {
          const openQuestion = findAskedQuestion(await this.#engine.get(scope, taskId));
          return {
            position,
            ...(openQuestion?.question.assignment !== undefined && { openQuestion }),
          };
        } catch (error) {
          // A task whose data is damaged must not hide the others.
          if (error instanceof TaskDamagedError) return { position };
          throw error;
        }
      }),
    );
    return { entries, end: rows.length < query.limit ? undefined : entries.at(-1)?.position };
  }

  /** Reads the next questions of all kinds, in one order. */
  async #listNext(person: InboxPerson, query: PartQuery): Promise<Part> {
    const parts = await Promise.all([
      this.#listGiven(person, query),
      ...WAITING.map((state) => this.#listOwn(person, { ...query, state })),
    ]);
    const [end] = parts.flatMap((part) => part.end ?? []).toSorted(comparePositions);
    const entries = parts
      .flatMap((part) => part.entries)
      .filter(({ position }) => end === undefined || comparePositions(position, end) <= 0)
      .toSorted((a, b) => comparePositions(a.position, b.position));
    return { entries, end };
  }
}

/** Compares two places: what was asked first comes first, then the lower id. */
function comparePositions(a: QuestionPosition, b: QuestionPosition): number {
  return Date.parse(a.askedAt) - Date.parse(b.askedAt) || compareTexts(a.taskId, b.taskId);
}

/** Makes a page that others follow, after a place. */
function toPage(
  questions: readonly InboxQuestion[],
  after: QuestionPosition | undefined,
): InboxPage {
  return { questions, ...(after && { nextPageToken: writePosition(after) }) };
}

/** Makes the token of the page that follows a place. */
function writePosition({ askedAt, taskId }: QuestionPosition): string {
  return Buffer.from(JSON.stringify([askedAt, taskId])).toString('base64url');
}

/** @throws InvalidPageTokenError for a token that {@link writePosition} has not made */
function parsePosition(token: string): QuestionPosition {
  try {
    const fields: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    const [askedAt, taskId, ...excess]: readonly unknown[] = Array.isArray(fields) ? fields : [];
    if (typeof askedAt === 'string' && typeof taskId === 'string' && excess.length === 0) {
      return { askedAt: new Date(askedAt).toISOString(), taskId };
    }
  } catch (error) {
    throw new InvalidPageTokenError(token, { cause: error });
  }
  throw new InvalidPageTokenError(token);
}

/** Returns true for a question that a person sees: one that they may answer, or another has taken. */
function isShown(openQuestion: AskedQuestion, person: InboxPerson): boolean {
  const refusal = findRefusal(openQuestion, person);
  return refusal === undefined || refusal.code === 'QUESTION_CLAIMED';
}

/** @throws QuestionError for addresses to which no question can be given */
function checkAddresses(to: readonly string[]): readonly string[] {
  if (Array.isArray(to) && to.length > 0 && to.length <= 50 && to.every(isPeopleAddress)) return to;
  throw new QuestionError(
    'ADDRESS_INVALID',
    `Cannot hand over the question because to must be 1 to 50 addresses, "role:" with a role or "user:" with the id of a person: current value is ${JSON.stringify(to)?.slice(0, 200)}`,
  );
}

/** @throws QuestionError for a question that only its caller may answer, or the caller may not */
function checkHandOver(
  assignment: Assignment | undefined,
  to: readonly string[],
  owner: Principal | undefined,
): void {
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

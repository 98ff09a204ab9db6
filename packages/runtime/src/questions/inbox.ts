import type { Principal } from '@formwork/core';
import type { QuestionQuery } from '../engine/question-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { TaskQuery } from '../engine/task-query.ts';
import { InvalidPageTokenError, TaskDamagedError } from '../errors.ts';
import { isAddress } from '@formwork/core/internal';
import { type Assignment, listAddresses } from '../messages/assignment.ts';
import { fromScope } from '../scope.ts';
import { giveAnswer, type InboxAnswer } from './inbox-answer.ts';
import {
  type AskedQuestion,
  createNotFound,
  describeQuestion,
  findAsked,
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
  /**
   * Answers a question. Of several answers, exactly one counts; the others throw, but not a
   * repetition of the one that counts, however late it comes.
   */
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
  async function findTask(taskId: string): Promise<TaskSnapshot | undefined> {
    const scope = await engine.findScope(taskId);
    return scope === undefined ? undefined : engine.get(scope, taskId);
  }

  /** Finds a question with which a person may do something. */
  async function open({ person, taskId, action }: WantedChange): Promise<AskedQuestion> {
    const asked = findAsked(await findTask(taskId));
    if (asked === undefined) throw createNotFound(taskId);
    const refusal = findRefusal(asked, person, action);
    if (refusal !== undefined) throw refusal;
    return asked;
  }

  /** Changes whom a question is given to, until the change counts or is refused. */
  async function change(
    wanted: WantedChange,
    plan: (asked: AskedQuestion) => Parameters<typeof reassign>[2] | undefined,
  ): Promise<InboxQuestion> {
    const { person, taskId } = wanted;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const asked = await open(wanted);
      const planned = plan(asked);
      if (planned === undefined || (await reassign(engine, asked, planned))) {
        const now = findAsked(await findTask(taskId)) ?? asked;
        return describeQuestion(now, { person, listSecrets });
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
        .map((asked) => describeQuestion(asked, { person, listSecrets }))
        .toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1));
      const next = parts.map((part) => part.next);
      if (next.every((place) => place === null)) return { questions };
      return { questions, nextPageToken: writePlaces(next) };
    },

    async read(person, taskId) {
      const asked = findAsked(await findTask(taskId));
      if (asked === undefined || !isShown(asked, person)) throw createNotFound(taskId);
      return describeQuestion(asked, { person, listSecrets });
    },

    claim: (person, taskId) =>
      change({ person, taskId, action: 'take' }, ({ question: { assignment } }) =>
        assignment === undefined || assignment.claimedBy === person.id
          ? undefined
          : { claimedBy: person.id, change: { kind: 'claimed', by: person.id } },
      ),

    release: (person, taskId) =>
      change({ person, taskId, action: 'give back' }, ({ question: { assignment } }) =>
        assignment?.claimedBy === undefined
          ? undefined
          : { claimedBy: undefined, change: { kind: 'released', by: person.id } },
      ),

    async handOver(person, taskId, to) {
      const addresses = checkAddresses(to);
      await change(
        { person, taskId, action: 'hand over' },
        ({ snapshot, question: { assignment } }) => {
          checkHandOver({ assignment, to: addresses, owner: fromScope(snapshot.scope) });
          return {
            to: addresses,
            claimedBy: undefined,
            // The people are told at once.
            wakesAt: snapshot.statusTimestamp,
            change: { kind: 'handed-over', by: person.id, to: addresses },
          };
        },
      );
    },

    async answer(person, taskId, answer) {
      const snapshot = await findTask(taskId);
      if (snapshot === undefined) throw createNotFound(taskId);
      await giveAnswer(snapshot, { engine, person, answer });
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
    `Cannot hand over the question as to must be 1 to 50 addresses, "role:" with a role or "user:" with the id of a person: current value is ${JSON.stringify(to)?.slice(0, 200)}`,
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

import { type JsonSchema, type VetLimits, vetSchemaShape } from '@formwork/schema';
import { isRecord, toRecord, toList } from '@formwork/schema/json';
import { LINK_TOKEN_HEADER } from '../api.ts';

/** A question that waits for a person. Its texts and its data come from an agent. */
export interface QuestionView {
  readonly taskId: string;
  /** The number of the question in its task; an answer names it. */
  readonly question: number;
  readonly prompt: string;
  /** The form of the answer, vetted; absent if the answer is text. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /** True if the agent sent a form that cannot be used safely. The answer cannot be given here. */
  readonly isFormRefused: boolean;
  /** The web address at which the person signs in or consents before they answer. */
  readonly url?: string;
  /** JSON that the agent shows beside the question. */
  readonly about?: unknown;
  /** The size of `about` in bytes, in its place in a list, if it is large; read it alone then. */
  readonly aboutBytes?: number;
  readonly skillId?: string;
  /** True if the task is the person's own. */
  readonly isOwn: boolean;
  /** The id of the principal whose task asks. */
  readonly askedFor?: string;
  /** The addresses that the question is given to. */
  readonly to: readonly string[];
  /** ISO 8601. */
  readonly askedAt: string;
  /** ISO 8601; absent if the question is never overdue. */
  readonly dueAt?: string;
  /** True if the question answers itself when it is due; absent otherwise. */
  readonly answersItself?: true;
  readonly isOverdue: boolean;
  /** The addresses to which the question was escalated; empty if it was not. */
  readonly escalatedTo: readonly string[];
  /** The id of the person who has taken the question. */
  readonly claimedBy?: string;
}

/** The question of a link, and the person that its holder answers as. */
export interface LinkedQuestionView extends QuestionView {
  /** The id of the person; absent if the agent does not say it. */
  readonly person?: string;
}

/** The questions that wait for a person. */
export interface InboxView {
  /** The oldest first. */
  readonly questions: readonly QuestionView[];
  /** True if there are more questions than these. */
  readonly hasMore: boolean;
  /** The token of the next page; absent on the last one. */
  readonly nextPageToken?: string;
}

/** The answer to a question: data for a form, or text. */
export interface QuestionAnswer {
  readonly question: number;
  readonly data?: unknown;
  readonly text?: string;
  /** A random id, the same when the answer is sent again, so that it counts once. */
  readonly messageId: string;
}

/** The part of the people door about questions. */
export interface InboxClient {
  /**
   * Lists what waits for the person; `pageToken` is that of the page before. A list that has not
   * changed since it was read last is not sent again.
   */
  listInbox(page?: { readonly pageToken?: string }, signal?: AbortSignal): Promise<InboxView>;
  readQuestion(taskId: string, signal?: AbortSignal): Promise<QuestionView>;
  /** Takes a question, so that no other person answers it. */
  claim(taskId: string): Promise<QuestionView>;
  /** Gives a question that the person has taken back to all that it is given to. */
  release(taskId: string): Promise<QuestionView>;
  /** Gives a question to other addresses, such as `user:kim` and `role:approver`. */
  handOver(taskId: string, to: readonly string[]): Promise<void>;
  answer(taskId: string, answer: QuestionAnswer): Promise<void>;
  /** Returns the question of a link, which needs no sign-in. */
  readLinkedQuestion(token: string, signal?: AbortSignal): Promise<LinkedQuestionView>;
  answerLinked(token: string, answer: QuestionAnswer): Promise<void>;
  /** Returns the key with which this browser subscribes to Web Push; rejects if there is none. */
  getPushKey(): Promise<string>;
  subscribe(subscription: object): Promise<void>;
  unsubscribe(endpoint: string): Promise<void>;
}

/** Sends a request to the people door; rejects unless it is answered with success. */
type Call = (path: string, init?: RequestInit) => Promise<Response>;

const MAX_QUESTIONS = 1_000;

/** The most pages of an inbox that are remembered. */
const MAX_PAGES = 20;

/**
 * Makes the part of a client of the people door that is about questions, whose forms have these
 * limits.
 */
export function createInboxClient(call: Call, limits: Partial<VetLimits>): InboxClient {
  async function readJson(path: string, init?: RequestInit): Promise<unknown> {
    return (await call(path, init)).json();
  }

  async function requestQuestion(path: string, init?: RequestInit): Promise<LinkedQuestionView> {
    const body = await readJson(path, init);
    const { question, person } = toRecord(body);
    const view = readQuestion(question, limits);
    const id = isRecord(person) ? person['id'] : undefined;
    if (view !== undefined) return { ...view, ...(typeof id === 'string' && { person: id }) };
    throw new TypeError('Cannot read the answer because it is not that of a people door.');
  }

  /** The pages that were read last, by path, each with its entity tag. */
  const pages = new Map<string, { readonly tag: string; readonly view: InboxView }>();

  return {
    async listInbox({ pageToken } = {}, signal) {
      const path =
        pageToken === undefined ? '/inbox' : `/inbox?pageToken=${encodeURIComponent(pageToken)}`;
      const last = pages.get(path);
      const response = await call(path, {
        ...withSignal(signal),
        ...(last !== undefined && { headers: { 'If-None-Match': last.tag } }),
      });
      if (response.status === 304 && last !== undefined) return last.view;
      const view = readInbox(await response.json(), limits);
      const tag = response.headers.get('etag');
      if (pages.size >= MAX_PAGES) pages.clear();
      if (tag !== null) pages.set(path, { tag, view });
      return view;
    },
    readQuestion: (taskId, signal) => requestQuestion(toPath(taskId), withSignal(signal)),
    claim: (taskId) => requestQuestion(toPath(taskId, 'claim'), withBody({})),
    release: (taskId) => requestQuestion(toPath(taskId, 'release'), withBody({})),
    async handOver(taskId, to) {
      await call(toPath(taskId, 'hand-over'), withBody({ to }));
    },
    async answer(taskId, answer) {
      await call(toPath(taskId, 'answer'), withBody(answer));
    },
    readLinkedQuestion: (token, signal) =>
      requestQuestion('/answers', { ...withSignal(signal), headers: toTokenHeader(token) }),
    async answerLinked(token, answer) {
      const { headers, ...request } = withBody(answer);
      await call('/answers', { ...request, headers: { ...headers, ...toTokenHeader(token) } });
    },
    async getPushKey() {
      const body = await readJson('/push');
      const push = toRecord(toRecord(body)['push']);
      return String(push['publicKey']);
    },
    async subscribe(subscription) {
      await call('/push', { ...withBody({ subscription }), method: 'PUT' });
    },
    async unsubscribe(endpoint) {
      await call('/push/end', withBody({ endpoint }));
    },
  };
}

function toPath(taskId: string, action?: string): string {
  const path = `/inbox/${encodeURIComponent(taskId)}`;
  return action === undefined ? path : `${path}/${action}`;
}

/** Makes the options of a request that a signal may end. */
export function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal === undefined ? {} : { signal };
}

/** Makes the header with the token of a link; any text can be sent, as a person may have typed it. */
export function toTokenHeader(token: string): Readonly<Record<string, string>> {
  return { [LINK_TOKEN_HEADER]: encodeURIComponent(token) };
}

function withBody(body: object) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function readInbox(body: unknown, limits: Partial<VetLimits>): InboxView {
  const { questions, hasMore, nextPageToken } = toRecord(body);
  const list: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return {
    questions: list
      .slice(0, MAX_QUESTIONS)
      .flatMap((question) => readQuestion(question, limits) ?? []),
    hasMore: hasMore === true,
    ...(typeof nextPageToken === 'string' && { nextPageToken }),
  };
}

/**
 * Reads a question, whose agent is not trusted: its form is vetted, and members of a wrong type
 * are left out. Returns `undefined` for what is no question.
 */
function readQuestion(value: unknown, limits: Partial<VetLimits>): QuestionView | undefined {
  if (!isRecord(value)) return undefined;
  const { taskId, question, prompt, form, authorization, about, to, askedAt } = value;
  if (typeof taskId !== 'string' || typeof question !== 'number') return undefined;
  if (typeof prompt !== 'string' || !isTime(askedAt)) return undefined;
  const vetted = readForm(form, limits);
  const url = isRecord(authorization) ? authorization['url'] : undefined;
  const { skillId, askedFor, claimedBy, dueAt, aboutBytes } = value;
  return {
    taskId,
    question,
    prompt,
    ...(vetted && { form: vetted }),
    isFormRefused: form !== undefined && vetted === undefined,
    ...(isWebAddress(url) && { url }),
    ...(about !== undefined && { about }),
    ...(typeof aboutBytes === 'number' && { aboutBytes }),
    ...(typeof skillId === 'string' && { skillId }),
    isOwn: value['isOwn'] === true,
    ...(typeof askedFor === 'string' && { askedFor }),
    to: toList(to).filter((person) => typeof person === 'string'),
    escalatedTo: toList(value['escalatedTo']).filter((person) => typeof person === 'string'),
    askedAt,
    ...(isTime(dueAt) && { dueAt }),
    ...(value['answersItself'] === true && { answersItself: true }),
    isOverdue: value['isOverdue'] === true,
    ...(typeof claimedBy === 'string' && { claimedBy }),
  };
}

function readForm(form: unknown, limits: Partial<VetLimits>): QuestionView['form'] {
  if (!isRecord(form) || typeof form['name'] !== 'string') return undefined;
  // Forms run patterns where they can be stopped, so they need no analysis, whose code is large.
  const outcome = vetSchemaShape(form['schema'], { limits });
  if (outcome.kind === 'refused') return undefined;
  return { name: form['name'], schema: outcome.vetted.schema };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return ['http:', 'https:'].includes(new URL(value).protocol);
}

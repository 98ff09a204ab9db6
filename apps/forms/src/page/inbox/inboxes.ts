import type { AgentDescription, AgentSource } from '@formwork/client';
import { type PeopleClient, PeopleClientError, type QuestionView } from '@formwork/people/client';
import { GatewayError } from '@formwork/react';
import { WIDE_LIMITS } from '@formwork/schema';
import { createPagePeople } from '../people/page-people.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import type { CredentialStore } from '../workspace/credential-store.ts';
import type { ListedAgent } from '../workspace/services.ts';
import { toShownDescription } from '../workspace/shown-description.ts';
import { type AnswerDrafts, openAnswerDrafts } from './answer-drafts.ts';
import { readQuestions } from './read-questions.ts';

/** The state of the inbox that a person has at one agent. */
export interface AgentInbox {
  /** The address of the agent. */
  readonly agent: string;
  readonly name: string;
  /** The description of the agent; `undefined` until it has been read. */
  readonly description: AgentDescription | undefined;
  readonly people: PeopleClient;
  /** The answers that the person has begun to enter. */
  readonly drafts: AnswerDrafts;
  /**
   * `loading` until the agent has answered; `none` for one without a people door; `unknown` while it
   * wants to know who the person is; `failed` while it cannot be read.
   */
  readonly state: 'loading' | 'none' | 'unknown' | 'failed' | 'ready';
  /** The questions as they were last read. */
  readonly questions: readonly QuestionView[];
  readonly hasMore: boolean;
  /** The id of the person at this agent; `undefined` until it is known. */
  readonly me: string | undefined;
}

/** The answer of an agent that the page has asked for its description. */
export interface DescribedAgent {
  readonly agent: string;
  /** The description; absent if it could not be read. */
  readonly description?: AgentDescription;
  /** The reason of the failure, such as `UNAUTHENTICATED`. */
  readonly reason?: string;
}

/** All inboxes together. */
interface InboxSummary {
  /** The number of questions that wait. */
  readonly count: number;
  /** True if an agent has a people door. */
  readonly hasDoor: boolean;
  /** True once every agent has answered, or did not. */
  readonly isRead: boolean;
}

/** Options of {@link Inboxes}. */
export interface InboxesOptions {
  readonly openSource: (agent: string) => Pick<AgentSource, 'describe'>;
  readonly credentials: CredentialStore;
  readonly store: KeyValueStore;
  /** True on the page of one agent, whose forms have no limits of a stranger's. */
  readonly isOwnAgent: boolean;
}

/** The time between two looks at the inboxes while the page is visible, in milliseconds. */
const EVERY_MS = 15_000;

/** The most looks that leave out an agent which did not answer, or does not know the person. */
const MOST_SKIPPED = 15;

/** The time after which an agent counts as one that does not answer, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The number of agents that are asked at once: browsers have few connections to a server. */
const AT_ONCE = 3;

/**
 * The number of pages that are read at first, and with each "More": what is due first may have been
 * asked last, and the pages have what was asked first.
 */
const PAGES_AT_ONCE = 10;

/** The most agents that are asked; those that the person has opened last come first. */
const MOST_AGENTS = 50;

/** The id of the one person of an agent without authentication, as questions have it. */
const LOCAL_ID = 'local';

/** The inbox at an agent, and how it is read. */
interface Entry {
  inbox: AgentInbox;
  /** The number of pages that are read. */
  pages: number;
  /** The number of reads that have begun; only the last one counts. */
  round: number;
  isBusy: boolean;
  failures: number;
  /** The number of looks that leave this agent out. */
  skipped: number;
}

/**
 * The inboxes of a person at all agents that the page knows. Each agent gets the credentials that
 * were entered for it alone.
 */
export class Inboxes {
  readonly #options: InboxesOptions;
  readonly #listeners = new Set<() => void>();
  readonly #entries = new Map<string, Entry>();
  readonly #slots = new RequestSlots(AT_ONCE);
  #shown: readonly AgentInbox[] = [];
  #summary: InboxSummary = { count: 0, hasDoor: false, isRead: false };
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: InboxesOptions) {
    this.#options = options;
  }

  readonly list = (): readonly AgentInbox[] => this.#shown;

  readonly read = (): InboxSummary => this.#summary;

  /**
   * Calls a function after each change, and looks at the inboxes from time to time while it has
   * listeners and the page is visible. Returns a function that ends it.
   */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      this.#timer = setInterval(this.#look, EVERY_MS);
      document.addEventListener('visibilitychange', this.#look);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      document.removeEventListener('visibilitychange', this.#look);
    };
  };

  /**
   * Sets the agents that are asked: those that the operator vouches for, or the person has opened.
   * The page itself reads the description of the open one, and passes it on by `learn`.
   */
  setAgents(agents: readonly ListedAgent[], open: string | undefined): void {
    const listedAgents = agents
      .filter(({ isSuggested }) => isSuggested !== true)
      .slice(0, MOST_AGENTS);
    const urls = new Set(listedAgents.map(({ url }) => url));
    for (const agent of this.#entries.keys()) {
      if (!urls.has(agent) && agent !== open) this.#entries.delete(agent);
    }
    for (const { url, name } of listedAgents) {
      const entry = this.#entries.get(url) ?? this.#add(url, name);
      // The page may have left an agent before it knew the description.
      if (entry.round === 0 && url !== open) void this.#load(entry);
    }
    this.#emit();
  }

  learn({ agent, description, reason }: DescribedAgent): void {
    const entry = this.#entries.get(agent) ?? this.#add(agent);
    if (description === undefined) {
      entry.round += 1;
      entry.isBusy = false;
      this.#settle(entry, { state: reason === 'UNAUTHENTICATED' ? 'unknown' : 'failed' });
      return;
    }
    this.#change(entry, { description, name: description.name, me: undefined });
    void this.#load(entry);
  }

  /** Takes over a question of an agent as the page has read it besides the list. */
  readonly put = (agent: string, question: QuestionView): void => {
    const entry = this.#entries.get(agent);
    const questions = entry?.inbox.questions.map((each) =>
      each.taskId === question.taskId ? question : each,
    );
    if (entry !== undefined && questions !== undefined) this.#change(entry, { questions });
  };

  /** Reads all inboxes again that can be read; resolves once they are. */
  readonly refreshAll = async (): Promise<void> => {
    const ready = [...this.#entries.values()].filter(({ inbox }) => inbox.state === 'ready');
    await Promise.all(ready.map((entry) => this.#load(entry)));
  };

  /** Reads the inbox at an agent again at once. */
  readonly refresh = (agent: string): void => {
    const entry = this.#entries.get(agent);
    if (entry !== undefined) void this.#load(entry);
  };

  /** Asks an agent anew, after the person has said who they are. */
  retry(agent: string): void {
    const entry = this.#entries.get(agent);
    if (entry === undefined) return;
    entry.failures = 0;
    this.#change(entry, { description: undefined, me: undefined });
    void this.#load(entry);
  }

  /** Reads the next pages of each inbox that has more. */
  readonly showMore = (): void => {
    for (const entry of this.#entries.values()) {
      if (!entry.inbox.hasMore) continue;
      entry.pages += PAGES_AT_ONCE;
      void this.#load(entry);
    }
  };

  #emit(): void {
    const shown = [...this.#entries.values()].map(({ inbox }) => inbox);
    this.#shown = shown;
    this.#summary = {
      count: shown.reduce((sum, { questions }) => sum + questions.length, 0),
      hasDoor: shown.some(({ description }) => description?.peopleUrl !== undefined),
      isRead: shown.every(({ state }) => state !== 'loading'),
    };
    for (const listener of this.#listeners) listener();
  }

  #change(entry: Entry, changes: Partial<AgentInbox>): void {
    const next = { ...entry.inbox, ...changes };
    // Most looks find nothing new, and must not draw the page again.
    if (isSame(entry.inbox, next)) return;
    entry.inbox = next;
    this.#emit();
  }

  #add(agent: string, name = agent): Entry {
    const { credentials, store, isOwnAgent } = this.#options;
    const people = createPagePeople(
      agent,
      () => credentials.read(agent),
      isOwnAgent ? WIDE_LIMITS : {},
    );
    const empty = { description: undefined, questions: [], hasMore: false, me: undefined };
    const drafts = openAnswerDrafts(store, { agent, owner: '' });
    const inbox: AgentInbox = { agent, name, people, drafts, state: 'loading', ...empty };
    const entry = { inbox, pages: PAGES_AT_ONCE, round: 0, isBusy: false, failures: 0, skipped: 0 };
    this.#entries.set(agent, entry);
    return entry;
  }

  async #load(entry: Entry): Promise<void> {
    entry.round += 1;
    const { round } = entry;
    entry.isBusy = true;
    const leave = await this.#slots.take();
    const changes = await this.#ask(entry).finally(leave);
    if (round !== entry.round) return;
    entry.isBusy = false;
    this.#settle(entry, changes);
  }

  #settle(entry: Entry, changes: Partial<AgentInbox>): void {
    const isFine = changes.state === 'ready' || changes.state === 'none';
    entry.failures = isFine ? 0 : entry.failures + 1;
    entry.skipped = Math.min(2 ** entry.failures - 1, MOST_SKIPPED);
    this.#change(entry, changes);
  }

  /** Asks an agent for its description, unless it is known, and for what waits for the person. */
  async #ask(entry: Entry): Promise<Partial<AgentInbox>> {
    const { openSource, credentials, store } = this.#options;
    const { agent, people } = entry.inbox;
    const headers = credentials.read(agent);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    let { description, me } = entry.inbox;
    try {
      description ??= toShownDescription(await openSource(agent).describe({ signal }));
      const { name, peopleUrl } = description;
      if (peopleUrl === undefined) return { name, description, state: 'none', questions: [] };
      me ??= (await people.who(signal)).id ?? LOCAL_ID;
      const drafts = openAnswerDrafts(store, { agent, owner: me });
      const { questions, hasMore } = await readQuestions(people, { pages: entry.pages, signal });
      if (!hasMore) drafts.keepOnly(questions);
      const changed = me === entry.inbox.me ? {} : { drafts };
      return { name, description, me, state: 'ready', questions, hasMore, ...changed };
    } catch (error) {
      const described = description && { name: description.name, description };
      if (!isRefusal(error)) return { ...described, state: 'failed' };
      credentials.refuse(agent, headers);
      return { ...described, me: undefined, state: 'unknown', questions: [], hasMore: false };
    }
  }

  readonly #look = (): void => {
    if (document.visibilityState !== 'visible') return;
    for (const entry of this.#entries.values()) {
      if (entry.isBusy || entry.round === 0 || entry.inbox.state === 'none') continue;
      if (entry.skipped > 0) entry.skipped -= 1;
      else void this.#load(entry);
    }
  };
}

/** Returns true for an answer that asks who the person is. */
function isRefusal(error: unknown): boolean {
  return error instanceof PeopleClientError
    ? error.status === 401
    : error instanceof GatewayError && error.reason === 'UNAUTHENTICATED';
}

function isSame(a: AgentInbox, b: AgentInbox): boolean {
  return a.description === b.description && toContent(a) === toContent(b);
}

function toContent({ name, state, questions, hasMore, me }: AgentInbox): string {
  return JSON.stringify([name, state, questions, hasMore, me]);
}

/** A number of places for requests. */
class RequestSlots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits until a place is free and takes it; returns the function that gives it back. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => this.#leave();
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

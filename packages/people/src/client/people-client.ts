import { FormworkError, type VetLimits } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import type {
  DraftListView,
  DraftView,
  NewShareView,
  PersonView,
  SharedTaskView,
  ShareView,
  TaskDetail,
  TaskFilter,
  TaskListView,
} from '../api.ts';
import { createInboxClient, toTokenHeader, type InboxClient, withSignal } from './inbox-client.ts';

/** Options of {@link createPeopleClient}. */
export interface PeopleClientOptions {
  /**
   * The function that sends a request. Its path, such as `/tasks?state=failed`, is below that of the
   * people door; the function adds the address and the credentials.
   */
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
  /**
   * The limits of the forms of questions, which may be wider for an agent of your own. Default: those
   * of {@link VetLimits}.
   */
  readonly vetLimits?: Partial<VetLimits>;
}

/** The paging of a list of tasks. */
export interface TaskPaging {
  /** The largest number of tasks on the page, 1 to 100. Default 50. */
  readonly pageSize?: number;
  /** The token from the page before; absent for the first page. */
  readonly pageToken?: string;
}

/** The person who sees a task, and for how long. */
export interface ShareRequest {
  /** The id of the principal who may see the task. Default: anybody who has signed in and has the link. */
  readonly with?: string;
  /** The number of days for which the task is shown, 1 to 400. Default 30. */
  readonly days?: number;
}

/** A task that another person shows, and its share. */
export interface SharedTask {
  readonly share: SharedTaskView;
  readonly task: TaskDetail;
}

/** A draft to store. */
export interface SavedDraft extends Omit<DraftView, 'savedAt' | 'version'> {
  /**
   * The version that the agent must have: that of a draft or of the mark of one that has ended, `''`
   * for no draft. For another one it answers `DRAFT_CHANGED`. Default: any.
   */
  readonly replaces?: string;
  /**
   * The tag of the version that is stored: 16 to 100 letters, digits, `-` and `_` that no other
   * version has, such as a UUID. A repeated request with the same tag stores nothing twice, and its
   * sender knows the version again if the answer was lost. Default: the agent makes one.
   */
  readonly newVersion?: string;
}

/**
 * The people door of an agent, for pages and programs. Every method rejects with {@link
 * PeopleClientError} when the door refuses the request or cannot be reached.
 */
export interface PeopleClient extends InboxClient {
  /** Returns who the person is to the agent. */
  who(signal?: AbortSignal): Promise<PersonView>;
  /** Lists the person's tasks, newest change first. */
  listTasks(query?: TaskFilter & TaskPaging, signal?: AbortSignal): Promise<TaskListView>;
  getTask(id: string, signal?: AbortSignal): Promise<TaskDetail>;
  /** Downloads the tasks that a filter selects. */
  exportTasks(format: 'csv' | 'json', filter?: TaskFilter): Promise<Blob>;
  listDrafts(signal?: AbortSignal): Promise<readonly DraftView[]>;
  /** Lists the person's drafts, and the marks of those that have ended. */
  listAllDrafts(signal?: AbortSignal): Promise<DraftListView>;
  /** Stores a draft. An agent of an earlier version stores it whatever it replaces. */
  saveDraft(draft: SavedDraft): Promise<DraftView>;
  /**
   * Deletes a draft; with `version`, it rejects with `DRAFT_CHANGED` if another one was stored since.
   * Without `version` the same goes for `savedAt`. A draft that has ended before is no error.
   */
  deleteDraft(
    draft: Pick<DraftView, 'skill' | 'schema'> & Partial<Pick<DraftView, 'savedAt' | 'version'>>,
  ): Promise<void>;
  getSettings(signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
  saveSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Shows a task to others. The token of a link is returned only here. */
  share(taskId: string, request?: ShareRequest): Promise<NewShareView>;
  /** Lists what the person shows to others. */
  listShares(signal?: AbortSignal): Promise<readonly ShareView[]>;
  endShare(id: string): Promise<void>;
  /** Lists what others show to the person, newest first: all pages, and at most a hundred. */
  listShared(signal?: AbortSignal): Promise<readonly SharedTaskView[]>;
  getShared(id: string, signal?: AbortSignal): Promise<SharedTask>;
  /** Returns the task that a link shows. */
  getLinked(token: string, signal?: AbortSignal): Promise<SharedTask>;
}

/** The most pages of a list that are read, because an agent may answer without end. */
const MAX_PAGES = 100;

/** Thrown when the people door refuses a request, answers something else, or cannot be reached. */
export class PeopleClientError extends FormworkError {
  /** The error code of the people door, such as `NOT_FOUND`, or `UNREACHABLE`. */
  readonly code: string;
  /** The HTTP status of the answer; 0 if there was none. */
  readonly status: number;

  constructor(code: string, message: string, options: ErrorOptions & { readonly status: number }) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}

/**
 * Makes a client of the people door of an agent.
 *
 * @example
 * ```ts
 * import { createPeopleClient } from '@formwork/people/client';
 *
 * const door = 'https://agents.example.com/people';
 * const people = createPeopleClient({
 *   send: (path, init) => fetch(`${door}${path}`, { ...init, credentials: 'include' }),
 * });
 * const { tasks } = await people.listTasks({ text: 'invoice', state: 'completed' });
 * ```
 */
export function createPeopleClient({ send, vetLimits = {} }: PeopleClientOptions): PeopleClient {
  const door = new PeopleDoor(send);
  return {
    ...createInboxClient((path, init) => door.call(path, init), vetLimits),
    who: (signal) => door.read('person', '/me', withSignal(signal)),
    listTasks: (query = {}, signal) =>
      door.readList<TaskListView>('tasks', `/tasks${toQuery(query)}`, withSignal(signal)),
    getTask: (id, signal) =>
      door.read('task', `/tasks/${encodeURIComponent(id)}`, withSignal(signal)),
    async exportTasks(format, filter = {}) {
      return (await door.call(`/tasks.${format}${toQuery(filter)}`)).blob();
    },
    listDrafts: (signal) => door.read('drafts', '/drafts', withSignal(signal)),
    listAllDrafts: (signal) =>
      door.readList<DraftListView>('drafts', '/drafts', withSignal(signal)),
    saveDraft({ skill, schema, replaces, ...draft }) {
      const query = replaces === undefined ? '' : `?version=${encodeURIComponent(replaces)}`;
      return door.read(
        'draft',
        `${toDraftPath({ skill, schema })}${query}`,
        withBody('PUT', draft),
      );
    },
    async deleteDraft({ savedAt, version, ...draft }) {
      const path = `${toDraftPath(draft)}${toQuery({ savedAt, version })}`;
      await door.call(path, { method: 'DELETE' });
    },
    getSettings: (signal) => door.read('settings', '/settings', withSignal(signal)),
    async saveSettings(settings) {
      await door.call('/settings', withBody('PUT', { settings }));
    },
    share: (taskId, request = {}) =>
      door.read('share', `/tasks/${encodeURIComponent(taskId)}/shares`, withBody('POST', request)),
    listShares: (signal) => door.read('shares', '/shares', withSignal(signal)),
    async endShare(id) {
      await door.call(`/shares/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    listShared: (signal) => listShared(door, signal),
    getShared: (id, signal) =>
      door.readShared(`/shared/${encodeURIComponent(id)}`, withSignal(signal)),
    getLinked: (token, signal) =>
      door.readShared('/links', { ...withSignal(signal), headers: toTokenHeader(token) }),
  };
}

/** The people door of an agent, and the shapes of its answers. */
class PeopleDoor {
  readonly #send: PeopleClientOptions['send'];

  constructor(send: PeopleClientOptions['send']) {
    this.#send = (path, init) => send(path, init);
  }

  /** @throws PeopleClientError unless the door answers what was asked for */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    let response: Response;
    try {
      response = await this.#send(path, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new PeopleClientError('UNREACHABLE', 'Cannot reach the people door of the agent.', {
        cause,
        status: 0,
      });
    }
    // 304 answers a condition only, so its sender has what was asked for.
    if (response.ok || response.status === 304) return response;
    const body: unknown = await response.json().catch(() => undefined);
    const error = toRecord(toRecord(body)['error']);
    const { code, message } = error;
    throw new PeopleClientError(
      typeof code === 'string' ? code : 'INTERNAL',
      typeof message === 'string' ? message : `The people door answered with ${response.status}.`,
      { status: response.status },
    );
  }

  /** Reads one member of an answer; the types are those that the door declares. */
  async read<Value>(name: string, path: string, init?: RequestInit): Promise<Value> {
    const { body, status } = await this.#readBody(path, init);
    if (isRecord(body) && body[name] !== undefined) return body[name] as Value;
    throw createShapeError(status);
  }

  /** Reads an answer whose member `name` is a list. */
  async readList<Answer>(name: string, path: string, init?: RequestInit): Promise<Answer> {
    const { body, status } = await this.#readBody(path, init);
    if (isRecord(body) && Array.isArray(body[name])) return body as Answer;
    throw createShapeError(status);
  }

  async readShared(path: string, init: RequestInit): Promise<SharedTask> {
    const { body, status } = await this.#readBody(path, init);
    if (isRecord(body) && isRecord(body['task']) && isRecord(body['share'])) {
      return body as unknown as SharedTask;
    }
    throw createShapeError(status);
  }

  async #readBody(
    path: string,
    init?: RequestInit,
  ): Promise<{ readonly body: unknown; readonly status: number }> {
    const response = await this.call(path, init);
    const body: unknown = await response.json().catch(() => undefined);
    return { body, status: response.status };
  }
}

/** Lists what others show to the person, over as many pages as that takes. */
async function listShared(
  door: PeopleDoor,
  signal: AbortSignal | undefined,
): Promise<readonly SharedTaskView[]> {
  const all: SharedTaskView[] = [];
  let pageToken = '';
  let pages = 0;
  do {
    const page = await door.readList<{
      readonly shared: readonly SharedTaskView[];
      readonly nextPageToken?: unknown;
    }>('shared', `/shared${toQuery({ pageToken })}`, withSignal(signal));
    all.push(...page.shared);
    pageToken = typeof page.nextPageToken === 'string' ? page.nextPageToken : '';
    pages += 1;
  } while (pageToken !== '' && pages < MAX_PAGES);
  // Pages come in the order of keys, in which shares of the same time stay.
  return all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function withBody(method: string, body: object): RequestInit {
  return {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function toDraftPath({ skill, schema }: Pick<DraftView, 'skill' | 'schema'>): string {
  return `/drafts/${encodeURIComponent(skill)}/${encodeURIComponent(schema)}`;
}

function toQuery(fields: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

function createShapeError(status: number): PeopleClientError {
  return new PeopleClientError(
    'UNREACHABLE',
    'Cannot read the answer because it is not that of a people door.',
    { status },
  );
}

import type { TaskSnapshot } from '@formwork/runtime';
import { previewJson } from '@formwork/schema/json';
import type { AdapterHost } from '@formwork/server';
import { sendJson } from '@formwork/server/internal';
import type { NewShareView, SharedTaskView, ShareView, TaskDetail, TaskEntry } from '../api.ts';
import { toTaskDetail, toTaskEntry } from '../history/task-view.ts';
import { createMissingError, PeopleError } from '../people-error.ts';
import {
  readToken,
  type CreatePeopleRoutes,
  type PeopleCall,
  type PeopleRoute,
} from '../people-route.ts';
import { DAY_MS } from '../stored-json.ts';
import { ShareStore, type Share } from './share-store.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

/** The longest id of a principal to share with, in characters. */
const MAX_ID = 1_000;

/** The number of tasks that a list of shares reads at once. */
const AT_ONCE = 8;

/** Makes the routes by which a person shows tasks to others, and sees what others show. */
export const createShareRoutes: CreatePeopleRoutes = ({ host, records }) => {
  const store = new ShareStore(records);
  const tasks = new SharedTasks(host, store);
  return [
    createShareRoute(host, store, tasks),
    ...createOwnerRoutes(store, tasks),
    ...createViewerRoutes(store, tasks),
  ];
};

/** The tasks of shares, as others may see them. */
class SharedTasks {
  readonly #host: AdapterHost;
  readonly #store: ShareStore;

  constructor(host: AdapterHost, store: ShareStore) {
    this.#host = host;
    this.#store = store;
  }

  /** Sends the task of a share as others may see it: nothing else of its owner. */
  async send(call: PeopleCall, share: Share | undefined): Promise<void> {
    if (share === undefined) throw createMissingError('the shared task');
    const task = await this.#host.engine.get(share.scope, share.taskId);
    if (task === undefined) throw createMissingError('the shared task');
    const agent = this.#host.agentFor(call.person.caller);
    const { listSecrets } = this.#host;
    const view: TaskDetail = toTaskDetail(task, { agent, isStrict: true, listSecrets });
    sendJson(call.response, { share: toSharedView(share, view), task: view });
  }

  /** Makes the views of shares, from their tasks; a share without one ends. */
  async list<View>(
    call: PeopleCall,
    shares: readonly Share[],
    toView: (share: Share, task: TaskEntry) => View,
  ): Promise<readonly View[]> {
    const views: View[] = [];
    for (let from = 0; from < shares.length; from += AT_ONCE) {
      const read = shares.slice(from, from + AT_ONCE).map(async (share) => {
        const task = await this.#host.engine.get(share.scope, share.taskId);
        if (task !== undefined) return [toView(share, this.toEntry(call, task))];
        await this.#store.remove(share);
        return [];
      });
      views.push(...(await Promise.all(read)).flat());
    }
    return views;
  }

  /** Makes the line of a task in a list, as others may see it. */
  toEntry({ person }: PeopleCall, task: TaskSnapshot): TaskEntry {
    const { listSecrets } = this.#host;
    const agent = this.#host.agentFor(person.caller);
    return toTaskEntry(task, { agent, isStrict: true, listSecrets });
  }
}

/** Makes the route by which a person shows a task. */
function createShareRoute(host: AdapterHost, store: ShareStore, tasks: SharedTasks): PeopleRoute {
  return {
    path: '/tasks/:id/shares',
    methods: {
      async POST(call) {
        const { person, params } = call;
        const { with: recipient, days } = readShareBody(await call.readBody());
        if (recipient !== undefined && recipient === person.id) {
          throw refuse('with', 'another person than yourself', recipient);
        }
        if (recipient !== undefined && person.id === undefined) {
          throw new PeopleError(
            'INVALID_REQUEST',
            'Cannot share with a person because this agent has no authentication. Share by link.',
          );
        }
        const task = await host.engine.get(person.scope, params['id'] ?? '');
        if (task === undefined) throw createMissingError('the task');
        const { share, token } = await store.create(person, {
          taskId: task.id,
          ...(recipient !== undefined && { with: recipient }),
          ttlMs: days * DAY_MS,
        });
        const view: NewShareView = {
          ...toShareView(share, tasks.toEntry(call, task)),
          ...(token !== undefined && { token }),
        };
        sendJson(call.response, { share: view }, { status: 201 });
      },
    },
  };
}

/** Makes the routes of what a person shows to others. */
function createOwnerRoutes(store: ShareStore, tasks: SharedTasks): readonly PeopleRoute[] {
  return [
    {
      path: '/shares',
      methods: {
        async GET(call) {
          const shares = await tasks.list(call, await store.listOf(call.person), toShareView);
          sendJson(call.response, { shares });
        },
      },
    },
    {
      path: '/shares/:id',
      methods: {
        async DELETE({ person, params, response }) {
          const isEnded = await store.end(person, params['id'] ?? '');
          if (!isEnded) throw createMissingError('the share');
          response.writeHead(204).end();
        },
      },
    },
  ];
}

/** Makes the routes of what others show to a person. */
function createViewerRoutes(store: ShareStore, tasks: SharedTasks): readonly PeopleRoute[] {
  return [
    {
      path: '/shared',
      methods: {
        async GET(call) {
          const token = call.query.get('pageToken') || undefined;
          const { shares, ...page } = await store.listWith(call.person, token);
          const shared = await tasks.list(call, shares, toSharedView);
          sendJson(call.response, { shared, ...page });
        },
      },
    },
    {
      path: '/shared/:id',
      methods: {
        GET: async (call) =>
          tasks.send(call, await store.findWith(call.person, call.params['id'] ?? '')),
      },
    },
    {
      path: '/links',
      methods: {
        GET: async (call) => tasks.send(call, await store.findLinked(readToken(call))),
      },
    },
  ];
}

function toShareView(share: Share, { skill, summary }: TaskEntry): ShareView {
  const { id, taskId, createdAt, expiresAt } = share;
  return {
    id,
    task: taskId,
    ...(skill !== undefined && { skill }),
    summary,
    ...(share.with !== undefined && { with: share.with }),
    createdAt,
    expiresAt,
  };
}

function toSharedView(
  { id, owner, createdAt, expiresAt }: Share,
  { skill, summary }: TaskEntry,
): SharedTaskView {
  return {
    share: id,
    ...(owner !== undefined && { sharedBy: owner }),
    createdAt,
    expiresAt,
    ...(skill !== undefined && { skill }),
    summary,
  };
}

/** Reads who sees a task, and for how long. @throws PeopleError for what cannot be read */
function readShareBody(body: Readonly<Record<string, unknown>>): {
  readonly with: string | undefined;
  readonly days: number;
} {
  const unknown = Object.keys(body).find((name) => name !== 'with' && name !== 'days');
  if (unknown !== undefined) throw refuse('the body', 'of with, days', unknown);
  const { with: recipient, days = DEFAULT_DAYS } = body;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw refuse('days', `an integer from 1 to ${MAX_DAYS}`, days);
  }
  if (recipient === undefined) return { with: undefined, days };
  // The inbox writes people as addresses, such as `user:kim`, so both mean the same person.
  const id = typeof recipient === 'string' ? recipient.replace(/^user:/u, '') : '';
  const isRole = typeof recipient === 'string' && recipient.startsWith('role:');
  if (id !== '' && id.length <= MAX_ID && !isRole) return { with: id, days };
  throw refuse('with', 'the id of one person, such as kim or user:kim', recipient);
}

function refuse(name: string, rule: string, value: unknown): PeopleError {
  return new PeopleError(
    'INVALID_REQUEST',
    `Cannot share the task because ${name} must be ${rule}: current value is ${previewJson(value)}`,
  );
}

import { PEOPLE_EXTENSION_URI, isPeopleAddress } from '@formwork/core';
import { PEOPLE_EXTENSION_DESCRIPTION } from '@formwork/core/internal';
import { createMemoryRecords, type SharedRecords } from '@formwork/runtime';
import { checkOptions } from '@formwork/schema/options';
import type { ProtocolAdapter } from '@formwork/server';
import { sendJson } from '@formwork/server/internal';
import { createDraftRoutes } from './drafts/draft-routes.ts';
import { createHistoryRoutes } from './history/history-routes.ts';
import { createInboxRoutes } from './inbox/inbox-routes.ts';
import { createNotifier } from './notify/notifier.ts';
import { checkNotifyOptions, type NotifyOptions } from './notify/notify-options.ts';
import type { CreatePeopleRoutes } from './people-route.ts';
import { createPeopleStep } from './people-step.ts';
import { createShareRoutes } from './shares/share-routes.ts';

/** Options of {@link createPeopleAdapter}. */
export interface PeopleAdapterOptions {
  /** The path of the people door, such as `/people`, which is the default. */
  readonly path?: string;
  /**
   * The records that hold drafts, settings and shares. They stay open when the server closes.
   * Default: those of the server, and if it has none, records in the memory of this process, which
   * end with it.
   */
  readonly records?: SharedRecords;
  /** How people hear of questions that are given to them. Default: they look at the inbox. */
  readonly notify?: NotifyOptions;
  /**
   * The names of the roles of the one person of a server without authentication, so that questions
   * which are given to these roles reach them. Default: none.
   */
  readonly localRoles?: readonly string[];
}

/** Makes the route by which a page learns who the person is. */
const createPersonRoutes: CreatePeopleRoutes = () => [
  {
    path: '/me',
    methods: {
      async GET({ person, response }) {
        const { id } = person;
        sendJson(response, {
          person: id === undefined ? { isLocal: true } : { id, isLocal: false },
        });
      },
    },
  },
];

/** The parts of the people door, in the order in which their routes are tried. */
const PARTS: readonly CreatePeopleRoutes[] = [
  createPersonRoutes,
  createHistoryRoutes,
  createDraftRoutes,
  createShareRoutes,
  createInboxRoutes,
];

/**
 * Matches a path: segments of characters that need no escape (RFC 3986 section 3.3), without `.`
 * and `..`.
 */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

/**
 * Makes the adapter that serves the people door: an HTTP API by which people who have signed in
 * find their tasks, drafts, settings and shared results on every device. The cards of the agent
 * declare it as an extension, unless no caller could use it.
 *
 * Anonymous callers are refused. On a server without authentication whose `openTasks` is true,
 * every caller is the same person.
 *
 * @throws TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createPeopleAdapter } from '@formwork/people';
 * import { createApiKeyAuthentication, createServer } from '@formwork/server';
 *
 * declare const agent: Agent;
 * const server = createServer(agent, {
 *   adapters: [createPeopleAdapter()],
 *   authenticate: createApiKeyAuthentication({ keys: { [process.env['ADA'] ?? '']: 'ada' } }),
 *   requireAuthentication: true,
 * });
 * ```
 */
export function createPeopleAdapter(options: PeopleAdapterOptions = {}): ProtocolAdapter {
  checkOptions(options, {
    subject: 'Cannot serve the people door',
    rules: {
      path: {
        expected: 'a path such as "/people"',
        isValid: (value) => typeof value === 'string' && PATH.test(value),
      },
      records: {
        expected: 'shared records, which have list',
        isValid: (value) =>
          typeof value === 'object' &&
          value !== null &&
          typeof Reflect.get(value, 'list') === 'function',
        describe: (value) => typeof value,
      },
      notify: {
        expected: 'an object',
        isValid: (value) => typeof value === 'object' && value !== null,
      },
      localRoles: {
        expected: 'a list of names of roles, such as "approver"',
        isValid: (value) =>
          Array.isArray(value) && value.every((name) => isPeopleAddress(`role:${String(name)}`)),
      },
    },
  });
  const { path = '/people', notify = {}, localRoles = [] } = options;
  checkNotifyOptions(notify);
  return (host) => {
    const url = `${host.publicUrl}${path}`;
    const sharedRecords = options.records ?? host.records;
    const records = sharedRecords ?? createMemoryRecords();
    const parts = { host, records, url, localRoles };
    const notifier = createNotifier(parts, notify);
    const routes = [...PARTS.flatMap((createRoutes) => createRoutes(parts)), ...notifier.routes];
    const { tokenRoutes } = notifier;
    return {
      name: 'people',
      // Letter case makes no difference, because express compares paths so too.
      owns: (requestPath) => `${requestPath.toLowerCase()}/`.startsWith(`${path.toLowerCase()}/`),
      routes: [...routes, ...tokenRoutes].map((route) => `${path}${route.path}`),
      step: createPeopleStep({ host, basePath: path, routes, tokenRoutes }),
      // A card does not lead to a door that no caller can use.
      extensions:
        host.authentication === 'none' && !host.openTasks
          ? []
          : [
              {
                uri: PEOPLE_EXTENSION_URI,
                description: PEOPLE_EXTENSION_DESCRIPTION,
                params: { url },
              },
            ],
      async close() {
        await notifier.close();
        if (sharedRecords === undefined) await records.close();
      },
    };
  };
}

import { connect } from '@formwork/client';
import { createFormsServer } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createPeopleClient, type PeopleClient } from '@formwork/people/client';
import { createMemoryRecords } from '@formwork/runtime';
import { createApiKeyAuthentication, createServer, type ServerOptions } from '@formwork/server';
import { pollUntil } from '../../support/poll-until.ts';
import { galleryAgent } from './gallery-agent.ts';

/** The people of the gallery, who sign in by the key `key-of-` and their name. */
const PEOPLE = {
  'key-of-ada': 'ada',
  'key-of-kim': { id: 'kim', scopes: ['role:approver'] },
  'key-of-lee': { id: 'lee', scopes: ['role:approver'] },
};

/** The gallery's agent with its page of forms. */
export interface GalleryWorld {
  /** The URL of the page. */
  readonly url: string;
  readonly agentUrl: string;
  readonly close: () => Promise<void>;
}

/** The gallery's agent for people who have to sign in, and what they do elsewhere. */
export interface PeopleWorld extends GalleryWorld {
  readonly as: (name: string) => PeopleClient;
  /** Begins a task that asks for approval, and returns its id. */
  readonly spend: (what: string, purchase: { euros: number; hours?: number }) => Promise<string>;
}

/** Serves the gallery's agent to everybody. */
export async function openGallery(
  options: ServerOptions = { openTasks: true },
): Promise<GalleryWorld> {
  const adapters = [createPeopleAdapter({ records: createMemoryRecords() })];
  const log = (): void => undefined;
  const logger = { info: log, warn: log, error: log };
  const agent = createServer(galleryAgent, { adapters, logger, ...options });
  const { url: agentUrl } = await agent.listen({ port: 0 });
  const forms = createFormsServer({ mode: 'one', agentUrl });
  const { url } = await forms.listen({ port: 0 });
  return {
    url,
    agentUrl,
    async close() {
      await forms.close();
      await agent.close();
    },
  };
}

/** Serves the gallery's agent to people with keys. */
export async function openPeopleWorld(): Promise<PeopleWorld> {
  const world = await openGallery({
    requireAuthentication: true,
    authenticate: createApiKeyAuthentication({ keys: PEOPLE }),
  });
  const headersOf = (name: string) => ({ 'x-api-key': `key-of-${name}` });
  const as = (name: string): PeopleClient =>
    createPeopleClient({
      send: (path, init) =>
        fetch(`${world.agentUrl}/people${path}`, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headersOf(name) },
        }),
    });
  return {
    ...world,
    as,
    async spend(what, purchase) {
      const remote = await connect(world.agentUrl, { headers: headersOf('ada') });
      const before = new Set((await as('ada').listTasks({})).tasks.map(({ id }) => id));
      void remote
        .skill('spend')
        .run({ what, ...purchase })
        .catch(() => undefined);
      return pollUntil(async () => {
        const { tasks } = await as('ada').listTasks({});
        return tasks.find(({ id, state }) => !before.has(id) && state === 'input-required')?.id;
      });
    },
  };
}

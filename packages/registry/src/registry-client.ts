import { connect, type ConnectOptions, type RemoteAgent } from '@formwork/client';
import { isRecord } from '@formwork/schema/json';
import {
  parseAgentUrl,
  cleanText,
  type ListedSchema,
  type ListedSignature,
  type ListedSkill,
  type RegisteredAgent,
} from './agents/registered-agent.ts';
import { RegistryAnswerError } from './errors.ts';
import type { AgentPage, AgentQuery } from './registry.ts';

/** A client of a registry that runs somewhere else. */
export interface RegistryClient {
  /** Finds one page of agents in the registry. @throws what `connect` and calls of skills throw. */
  discover(query?: AgentQuery): Promise<AgentPage>;
  /** Finds up to `max` agents in the registry, over as many pages as that takes. */
  list(
    query: Omit<AgentQuery, 'cursor' | 'limit'>,
    max: number,
  ): Promise<readonly RegisteredAgent[]>;
}

/** The highest number of agents that a registry returns on one page. */
const PAGE_SIZE = 100;

/**
 * Makes a client that finds agents in a registry at an address, over A2A. It connects at the first
 * query, and again after a failure. The agents that it finds are as untrusted as any text from
 * elsewhere: a program that calls one MUST check where its address leads.
 *
 * @example
 * ```ts
 * import { createRegistryClient } from '@formwork/registry';
 *
 * const registry = createRegistryClient('http://127.0.0.1:4300');
 * const { agents } = await registry.discover({ text: 'shop' });
 * ```
 */
export function createRegistryClient(
  url: string,
  options: Omit<ConnectOptions, 'signal'> = {},
): RegistryClient {
  const client = new ConnectedRegistryClient(url, options);
  // Programs may take functions out of a client.
  return {
    discover: (query) => client.discover(query),
    list: (query, max) => client.list(query, max),
  };
}

/** A client with one connection, which is made anew after a failure. */
class ConnectedRegistryClient implements RegistryClient {
  readonly #url: string;
  readonly #options: Omit<ConnectOptions, 'signal'>;
  #connecting: Promise<RemoteAgent> | undefined;

  constructor(url: string, options: Omit<ConnectOptions, 'signal'>) {
    this.#url = url;
    this.#options = options;
  }

  async #open(): Promise<RemoteAgent> {
    this.#connecting ??= connect(this.#url, this.#options);
    try {
      return await this.#connecting;
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  async discover(query: AgentQuery = {}): Promise<AgentPage> {
    const agent = await this.#open();
    try {
      return parsePage(await agent.skill('discover').call(query));
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  async list(
    query: Omit<AgentQuery, 'cursor' | 'limit'>,
    max: number,
  ): Promise<readonly RegisteredAgent[]> {
    const agents: RegisteredAgent[] = [];
    let cursor: string | undefined;
    do {
      const limit = Math.min(PAGE_SIZE, max - agents.length);
      const page = await this.discover({
        ...query,
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      agents.push(...page.agents);
      // Stops at a registry that returns empty pages, which would otherwise never end.
      cursor = page.agents.length === 0 ? undefined : page.nextCursor;
    } while (cursor !== undefined && agents.length < max);
    return agents.slice(0, max);
  }
}

/**
 * Reads a page of agents from the answer of a remote registry, with every field checked. @throws
 * RegistryAnswerError
 */
function parsePage(value: unknown): AgentPage {
  if (!isRecord(value) || !Array.isArray(value['agents'])) throw new RegistryAnswerError();
  const { agents, totalCount, nextCursor } = value;
  return {
    agents: agents.flatMap((agent) => (isRecord(agent) ? (parseAgent(agent) ?? []) : [])),
    totalCount: typeof totalCount === 'number' ? totalCount : agents.length,
    ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one agent from a remote registry's answer; `undefined` if its id or address is missing,
 * because no caller could reach it.
 */
function parseAgent(fields: Fields): RegisteredAgent | undefined {
  const url = parseAgentUrl(fields['url']);
  const agentId = textOf(fields['agentId']);
  if (url === undefined || agentId === '') return undefined;
  const problem = textOf(fields['problem']);
  const signature = parseSignature(fields['signature']);
  return {
    agentId,
    url,
    name: textOf(fields['name']) || new URL(url).host,
    description: textOf(fields['description']),
    version: textOf(fields['version']),
    provider: textOf(fields['provider']),
    endpoint: textOf(fields['endpoint']),
    capabilities: textsOf(fields['capabilities']),
    tags: textsOf(fields['tags']),
    skills: recordsOf(fields['skills']).map(parseSkill),
    schemas: recordsOf(fields['schemas']).map(parseSchema),
    cardFingerprint: textOf(fields['cardFingerprint']),
    status: fields['status'] === 'healthy' ? 'healthy' : 'unhealthy',
    ...(problem !== '' && { problem }),
    ...(signature && { signature }),
    registeredAt: textOf(fields['registeredAt']),
    changedAt: textOf(fields['changedAt']),
    lastSeenAt: textOf(fields['lastSeenAt']),
  };
}

const SIGNATURE_STATES: ReadonlySet<unknown> = new Set<ListedSignature['state']>([
  'verified',
  'pinned',
  'unsigned',
  'refused',
]);

function parseSignature(value: unknown): ListedSignature | undefined {
  if (!isRecord(value) || !SIGNATURE_STATES.has(value['state'])) return undefined;
  const thumbprint = textOf(value['thumbprint']);
  return {
    state: value['state'] as ListedSignature['state'],
    since: textOf(value['since']),
    ...(thumbprint !== '' && { thumbprint }),
  };
}

function parseSkill(fields: Fields): ListedSkill {
  return { id: textOf(fields['id']), name: textOf(fields['name']) };
}

function parseSchema(fields: Fields): ListedSchema {
  const fingerprint = textOf(fields['fingerprint']);
  return { name: textOf(fields['name']), ...(fingerprint !== '' && { fingerprint }) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? cleanText(value, 2_048) : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text !== '') : [];
}

function recordsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

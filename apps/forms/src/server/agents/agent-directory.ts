import type { TaskLogger } from '@formwork/core';
import { isLoopbackHost } from '@formwork/network';
import { createConsoleLogger } from '@formwork/schema/options';
import { RefusedError } from '../errors/refused-error.ts';
import type {
  FormsOptions,
  ListedAgent,
  ManyAgentsForms,
  OneAgentForms,
} from '../forms-options.ts';
import { parseAgentUrl, readAgentUrl } from './agent-url.ts';

/**
 * Milliseconds for which the result of the option `listAgents` is used before it is asked again.
 */
const FRESH_MS = 30_000;

/**
 * Milliseconds that a page waits for the option `listAgents`; after that it is served with the
 * agents known so far.
 */
const PATIENCE_MS = 3_000;

/**
 * Milliseconds after which a call of the option `listAgents` has failed: one that never ends must not
 * keep out the next one.
 */
const LIMIT_MS = 30_000;

/** The maximum number of agents that the option `listAgents` adds to a page. */
const MAX_AGENTS = 500;

/**
 * The IP addresses that a connection may lead to: those of the public internet, also those of this
 * machine, or any.
 */
export type AddressLevel = 'public' | 'local' | 'any';

/** The rule for the addresses that requests to an agent may go to. */
export type Reach =
  /**
   * Requests go to one agent only. `from` is its public address, and `to` is the address at which
   * this server reaches it, by the network or by a function of its program.
   */
  | {
      readonly kind: 'mapped';
      readonly from: string;
      readonly to: string;
      readonly fetch?: typeof fetch | undefined;
    }
  | {
      readonly kind: 'checked';
      /**
       * The origin of an agent that the operator has listed, which may have any IP address;
       * `undefined` if the agent is not listed.
       */
      readonly trusted: string | undefined;
      /** The IP addresses that requests to all other origins may lead to. */
      readonly level: AddressLevel;
    };

/**
 * An agent or document that this server may call, with the rule for the addresses of its requests.
 */
export interface AllowedAgent {
  readonly url: string;
  readonly reach: Reach;
}

/**
 * The part of the configuration that the page receives: whether it is for one agent or many, and
 * the agents that it lists.
 */
export interface FormsConfig {
  readonly mode: 'one' | 'many';
  readonly agents: readonly ConfiguredAgent[];
  /** The address of the console for operators; absent if none is known. */
  readonly consoleUrl?: string;
}

/** An agent in the configuration that the page receives. */
interface ConfiguredAgent extends ListedAgent {
  /** True for an untrusted agent: the page asks it nothing before a person opens it. */
  readonly isSuggested?: true;
}

/** The agents that the page may call through this server. */
export interface AgentDirectory {
  config(): FormsConfig;
  /** Calls the option `listAgents` again, unless its last result is still fresh. */
  refresh(): Promise<void>;
  /**
   * Returns the agent at an address that a page has sent.
   *
   * @throws RefusedError if it may not be called
   */
  find(address: unknown): AllowedAgent;
  /**
   * Returns the document at an address that a page has sent.
   *
   * @throws RefusedError if it may not be fetched
   */
  findDocument(address: unknown): AllowedAgent;
}

/** Makes the directory of agents that a forms router may call, from its options. */
export function createAgentDirectory(
  options: FormsOptions,
  logger: TaskLogger = createConsoleLogger(),
): AgentDirectory {
  return options.mode === 'one' ? createSingle(options) : createMany(options, logger);
}

function createSingle({
  agentUrl,
  localUrl,
  fetch: send,
  agentName,
  consoleUrl,
}: OneAgentForms): AgentDirectory {
  const toUrl = (): string => evaluate(agentUrl, 'agentUrl');
  function toReach(url: string): Reach {
    return {
      kind: 'mapped',
      from: url,
      to: localUrl === undefined ? url : evaluate(localUrl, 'localUrl'),
      fetch: send,
    };
  }

  return {
    config: () => ({
      mode: 'one',
      agents: [{ url: toUrl(), ...(agentName !== undefined && { name: agentName }) }],
      ...(consoleUrl !== undefined && { consoleUrl }),
    }),
    refresh: async () => {},
    find(address) {
      const url = toUrl();
      if (readAgentUrl(address) !== url) {
        throw new RefusedError(
          'AGENT',
          `Cannot call the agent because only one is served here: it must be ${url}`,
        );
      }
      return { url, reach: toReach(url) };
    },
    // Documents at other addresses than the agent's are refused when they are fetched.
    findDocument: (address) => ({ url: readAgentUrl(address), reach: toReach(toUrl()) }),
  };
}

function evaluate(source: string | (() => string), name: string): string {
  const text = typeof source === 'function' ? source() : source;
  const url = parseAgentUrl(text);
  if (url !== undefined) return url;
  throw new TypeError(
    `Cannot serve forms because ${name} must give an http or https URL: current value is ${JSON.stringify(text)}`,
  );
}

function createMany(
  { agents = [], allowAddresses = 'public', listAgents }: ManyAgentsForms,
  logger: TaskLogger,
): AgentDirectory {
  const listed = agents.map(({ url, name }) => ({
    url: readAgentUrl(url),
    ...(name !== undefined && { name }),
  }));
  const listedUrls = new Set(listed.map(({ url }) => url));
  const origins = new Set(listed.map(({ url }) => new URL(url).origin));
  const elsewhere =
    listAgents === undefined ? undefined : new ListedElsewhere({ list: listAgents, logger });
  // The list is requested early, and no request waits for it here.
  void elsewhere?.refresh();

  function listAll(): readonly ConfiguredAgent[] {
    const otherAgents = elsewhere?.agents().filter(({ url }) => !listedUrls.has(url)) ?? [];
    return [...listed, ...otherAgents.map((agent) => ({ ...agent, isSuggested: true as const }))];
  }

  function toReach(url: string, isListed: boolean): Reach {
    const { origin, hostname } = new URL(url);
    const trusted = isListed ? origin : undefined;
    if (allowAddresses === 'any') return { kind: 'checked', trusted, level: 'any' };
    // An unknown agent must not redirect calls to services of this machine, so only agents with a
    // local name may.
    const isLocal = isLoopbackHost(hostname) && (isListed || allowAddresses === 'local');
    return { kind: 'checked', trusted, level: isLocal ? 'local' : 'public' };
  }

  return {
    config: () => ({ mode: 'many', agents: listAll() }),
    refresh: async () => elsewhere?.refresh(),
    find(address) {
      const url = readAgentUrl(address);
      if (allowAddresses === 'listed' && !listAll().some((agent) => agent.url === url)) {
        const names = listed.map((agent) => agent.url).join(', ');
        throw new RefusedError(
          'AGENT',
          `Cannot call the agent because it must be one of the list: ${names === '' ? 'which is empty' : names}`,
        );
      }
      return { url, reach: toReach(url, listedUrls.has(url)) };
    },
    findDocument(address) {
      const url = readAgentUrl(address);
      const { origin } = new URL(url);
      const isBeside = listAll().some((agent) => new URL(agent.url).origin === origin);
      if (allowAddresses === 'listed' && !isBeside) {
        throw new RefusedError(
          'AGENT',
          'Cannot fetch the document because it must be beside one of the agents that are listed here.',
        );
      }
      return { url, reach: toReach(url, origins.has(origin)) };
    },
  };
}

/** Options of {@link ListedElsewhere}: the function that lists agents, and a logger. */
interface ListedElsewhereOptions {
  readonly list: () => Promise<readonly ListedAgent[]>;
  readonly logger: TaskLogger;
}

/** The agents that the option `listAgents` has returned, such as those of a registry. */
export class ListedElsewhere {
  readonly #options: ListedElsewhereOptions;
  #agents: readonly ListedAgent[] = [];
  #calledAt = -Infinity;
  #calling: Promise<void> | undefined;

  constructor(options: ListedElsewhereOptions) {
    this.#options = options;
  }

  /** Returns the agents of the last call of `listAgents` that succeeded. */
  readonly agents = (): readonly ListedAgent[] => this.#agents;

  /**
   * Calls `listAgents` again, unless its last result is fresh. Resolves even if that fails or takes
   * too long.
   */
  readonly refresh = async (): Promise<void> => {
    const isFresh = performance.now() - this.#calledAt < FRESH_MS;
    if (this.#calling === undefined && isFresh) return;
    const calling = (this.#calling ??= this.#call());
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      void calling.then(resolve).finally(() => clearTimeout(timer));
    });
  };

  /** Calls `listAgents`. Never rejects. */
  async #call(): Promise<void> {
    this.#calledAt = performance.now();
    try {
      const agentsByUrl = new Map<string, ListedAgent>();
      for (const { url: text, name } of await inTime(this.#options.list())) {
        const url = parseAgentUrl(text);
        if (url === undefined || agentsByUrl.size === MAX_AGENTS) continue;
        agentsByUrl.set(url, { url, ...(name !== undefined && { name }) });
      }
      this.#agents = [...agentsByUrl.values()];
    } catch (error) {
      // The agents of the last successful call stay in the list.
      this.#options.logger.warn('Cannot list agents', { error: String(error) });
    } finally {
      this.#calling = undefined;
    }
  }
}

/** Resolves with what `listAgents` returns, and rejects if it takes too long. */
function inTime<Result>(list: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('They have not come in time')), LIMIT_MS);
    timer.unref();
    void list.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

import {
  connect,
  createCardCache,
  createExchangeRecorder,
  toAgentSource,
  type AgentSource,
  type CardCache,
} from '@formwork/client';
import type { CheckedNetwork } from '@formwork/network';
import type { VetLimits } from '@formwork/schema';
import { compareTexts } from '@formwork/schema/json';
import { createHmac, randomBytes } from 'node:crypto';
import { RefusedError } from '../errors/refused-error.ts';
import type { AllowedAgent } from './agent-directory.ts';
import { createAgentFetch } from './create-agent-fetch.ts';

/** The HTTP headers that carry the credentials for an agent, by their names in lower case. */
export type AgentHeaders = Readonly<Record<string, string>>;

/** Options for connecting to an agent with {@link AgentConnections.open}. */
interface OpenOptions {
  /** The headers with the caller's credentials; `{}` for none. */
  readonly headers: AgentHeaders;
  /** True to ask the agent whether its card has changed since the connection was made. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/** The connections of this server to agents; each is kept for a minute. */
export interface AgentConnections {
  /**
   * Returns the source of an agent, over a new connection or one that is kept.
   *
   * @throws RefusedError, ConnectError, AbortedError
   */
  open(agent: AllowedAgent, options: OpenOptions): Promise<AgentSource>;
  /** Forgets all connections. */
  close(): void;
}

/** Milliseconds for which a connection is kept, together with the credentials of its caller. */
const KEEP_MS = 60_000;

/** The maximum number of connections to agents that are kept at the same time. */
const MAX_KEPT = 200;

/**
 * Makes connections to agents and keeps each for a minute, so that ten messages do not fetch ten
 * cards. The connection of one caller is never used for another.
 */
export function createAgentConnections(options: {
  readonly network: CheckedNetwork;
  /** The maximum time in which an agent's card must arrive, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxCardBytes: number;
  readonly maxStreamBytes: number;
  /** The limits of the schemas in cards. */
  readonly vetLimits: Partial<VetLimits>;
}): AgentConnections {
  const { network, timeoutMs, maxCardBytes, maxStreamBytes, vetLimits } = options;
  const connections = new Map<
    string,
    {
      readonly source: AgentSource;
      readonly timer: NodeJS.Timeout;
    }
  >();
  // Cards are shared only among callers without credentials, because an agent may send each caller
  // another card.
  const cardCache = createCardCache();
  // The keys of kept connections are keyed hashes, so that the headers cannot be read or guessed
  // from them.
  const secret = randomBytes(32);

  function toKey({ url }: AllowedAgent, headers: AgentHeaders): string {
    const sorted = Object.entries(headers).toSorted(([a], [b]) => compareTexts(a, b));
    const text = JSON.stringify([url, sorted]);
    return createHmac('sha256', secret).update(text).digest('base64url');
  }

  function forget(key: string): void {
    clearTimeout(connections.get(key)?.timer);
    connections.delete(key);
  }

  function keep(key: string, source: AgentSource): void {
    forget(key);
    const timer = setTimeout(() => forget(key), KEEP_MS).unref();
    connections.set(key, { source, timer });
    const [oldest] = connections.keys();
    if (connections.size > MAX_KEPT && oldest !== undefined) forget(oldest);
  }

  async function connectTo(
    { url, reach }: AllowedAgent,
    { headers, signal }: OpenOptions,
  ): Promise<AgentSource> {
    const recorder = createExchangeRecorder({ fetch: createAgentFetch(reach, network) });
    const isKnown = Object.keys(headers).length > 0;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const agent = await connect(url, {
        fetch: recorder.fetch,
        // gRPC is left out, because its connections would bypass the check of addresses.
        transports: ['JSONRPC', 'HTTP+JSON'],
        cardCache: isKnown ? NO_CACHE : cardCache,
        cardTimeoutMs: timeoutMs,
        maxCardBytes,
        maxStreamBytes,
        vetLimits,
        signal: AbortSignal.any([signal, limit]),
        ...(isKnown && { headers }),
      });
      return toAgentSource(agent, { recorder });
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      throw new RefusedError(
        'TIMEOUT',
        `Cannot connect to ${url} because it must answer within ${timeoutMs} ms: current outcome is none`,
        { cause: error },
      );
    }
  }

  return {
    async open(agent, request) {
      const key = toKey(agent, request.headers);
      const connection = request.fresh ? undefined : connections.get(key);
      if (connection !== undefined) return connection.source;
      const source = await connectTo(agent, request);
      keep(key, source);
      return source;
    },
    close() {
      for (const key of connections.keys()) forget(key);
    },
  };
}

const NO_CACHE: CardCache = { get: () => undefined, set: () => undefined };

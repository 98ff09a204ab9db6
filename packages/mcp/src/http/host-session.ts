import { toRecord } from '@formwork/schema/json';
import type {
  AuthInfo,
  McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { HostFacts } from '../handles/session-ids.ts';
import { type PrincipalId, readPrincipal } from '../mcp-caller.ts';
import { tellChange } from '../server/tell-change.ts';
import { toFailure } from './serve-request.ts';

/** Options of a request in a session. */
export interface SessionOptions {
  readonly authInfo?: AuthInfo;
  /** The body of the request, if it was read already and is JSON. */
  readonly parsedBody?: unknown;
  /** The network from which the request comes; the same for all if it is not known. */
  readonly sender?: string | undefined;
}

/** Options of {@link HostSession}. */
export interface HostSessionOptions extends SessionOptions {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Awaited<ReturnType<McpServerFactory>>;
}

/** The session of a host up to 2025-11-25. */
export class HostSession {
  /** The principal that began the session; no other may use it. */
  readonly principal: PrincipalId;
  /** The key of the sessions that make room for each other: of a principal, or of strangers in a network. */
  readonly group: string;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #server: HostSessionOptions['server'];
  #usedAt = performance.now();
  /** The number of requests whose answers are not over, streams included. */
  #open = 0;
  #isUsed = false;
  /** True until the host of a session from elsewhere has opened a stream, which tells of changes. */
  #isBehind = false;

  constructor({ transport, server, authInfo, sender = '' }: HostSessionOptions) {
    this.principal = readPrincipal(authInfo);
    this.group = JSON.stringify(authInfo === undefined ? [sender] : ['', this.principal]);
    this.#transport = transport;
    this.#server = server;
  }

  /** When the session was last used, by the clock of the process. */
  get usedAt(): number {
    return this.#usedAt;
  }

  /** True once a request has followed the one that began the session. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** True while no answer is under way. */
  get isIdle(): boolean {
    return this.#open === 0;
  }

  async serve(request: Request, options: SessionOptions): Promise<Response> {
    this.#begin();
    try {
      const answer = await this.#transport.handleRequest(request, options);
      // A host may leave the stream of a GET open for ever, on which no call is answered.
      if (request.method === 'POST') return watchBodyEnd(answer, () => this.#end());
      this.#end();
      if (request.method === 'GET') this.#catchUp();
      return answer;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Notes that another process began the session, so that the host may have missed changes. */
  fallBehind(): void {
    this.#isBehind = true;
  }

  /** Tells the host that the tools have changed. */
  tellChange(): void {
    tellChange(this.#server);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #begin(): void {
    this.#usedAt = performance.now();
    this.#isUsed = true;
    this.#open += 1;
  }

  #end(): void {
    this.#open -= 1;
    this.#usedAt = performance.now();
  }

  /** Tells of a change if the host missed any: nothing says which while no stream was open. */
  #catchUp(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    this.tellChange();
  }
}

/** Returns an answer that calls `done` once its body is read, or no longer wanted. */
function watchBodyEnd(answer: Response, done: () => void): Response {
  const reader = answer.body?.getReader();
  if (reader === undefined) {
    done();
    return answer;
  }
  const ending = new AbortController();
  ending.signal.addEventListener('abort', done, { once: true });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = await reader.read();
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        ending.abort();
        controller.close();
      } catch (error) {
        ending.abort();
        throw error;
      }
    },
    async cancel(reason) {
      ending.abort();
      await reader.cancel(reason);
    },
  });
  const { status, headers } = answer;
  return new Response(body, { status, headers });
}

/**
 * The highest number of characters in a request that begins a session, because the session keeps
 * what its host declares.
 */
const MAX_DECLARED = 20_000;

/** Returns the answer to a host that declares more than a session keeps; `undefined` to another. */
export function refuseLongHost(message: unknown): Response | undefined {
  const size = measure(message);
  return size > MAX_DECLARED ? toTooLong(size) : undefined;
}

/** Counts the characters of a request; without end for one that is too deep to be written. */
function measure(message: unknown): number {
  try {
    return JSON.stringify(message)?.length ?? 0;
  } catch {
    return Infinity;
  }
}

function toTooLong(size: number): Response {
  const message = `Cannot begin a session because its request must have at most ${MAX_DECLARED} characters: current value is ${size}`;
  return toFailure(400, { code: -32600, message });
}

/** Reads what a host declares in the request that begins its session. */
export function readHost(message: unknown): HostFacts {
  const params = toRecord(toRecord(message)['params']);
  const { protocolVersion, capabilities, clientInfo } = params;
  const { name, version } = toRecord(clientInfo);
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    protocolVersion: textOf(protocolVersion),
    name: textOf(name),
    version: textOf(version),
    capabilities: toRecord(capabilities),
  };
}

/** Makes the request that begins a session of a host, from what it declared at first. */
export function toBeginning({ protocolVersion, name, version, capabilities }: HostFacts): {
  readonly request: Request;
  readonly parsedBody: unknown;
} {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const clientInfo = { name, version };
  const params = { protocolVersion, capabilities, clientInfo };
  return {
    request: new Request('http://localhost/', { method: 'POST', headers }),
    parsedBody: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
  };
}

import type { AgentSource, HeadersHook, SourceEvent } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import type { CheckedNetwork, RequestGuard } from '@formwork/network';
import { toErrorText } from '@formwork/schema';
import type { Step } from '@formwork/server';
import { createJsonBodyReader } from '@formwork/server/internal';
import type { AgentConnections, AgentHeaders } from './agents/agent-connections.ts';
import type { AgentDirectory, AllowedAgent } from './agents/agent-directory.ts';
import type { CallStreams } from './create-call-streams.ts';
import { RefusedError } from './errors/refused-error.ts';
import { findWaitSeconds, toGatewayError } from './errors/to-gateway-error.ts';
import { fetchDocument } from './fetch-document.ts';
import { createPageApi, type PageRoute } from './page-api.ts';
import type { PageExchange } from './page-exchange.ts';
import type { PageSessions } from './page-sessions.ts';
import { passToPeopleDoor, readPeopleRequest } from './people-gateway.ts';
import { checkAgentHeaders, needsCheck, readAgentHeaders } from './requests/agent-headers.ts';
import { checkPerson, findOwner } from './requests/check-person.ts';
import { readBody, readMessage, readTask } from './requests/read-call.ts';

/**
 * Options of {@link createGatewayApi}: the agents that pages may call, and the limits of calls.
 */
export interface GatewayOptions {
  readonly directory: AgentDirectory;
  readonly sessions: PageSessions;
  /**
   * The name of the sign-in provider, and the routes by which people sign in there. Default: people
   * cannot sign in.
   */
  readonly signIn?: { readonly provider: string; readonly routes: readonly PageRoute[] };
  /** Finds the headers for calls to an agent for which the page sends no credentials. */
  readonly findHeaders?: (agentUrl: string) => HeadersHook | undefined;
  readonly connections: AgentConnections;
  readonly network: CheckedNetwork;
  readonly maxDocumentBytes: number;
  /** The most bytes of an answer of a people door. */
  readonly maxPeopleBytes: number;
  readonly streams: CallStreams;
  readonly guard: RequestGuard;
  readonly maxBodyBytes: number;
  readonly describeTimeoutMs: number;
  readonly closing: AbortSignal;
  readonly logger: TaskLogger;
}

type Fields = Readonly<Record<string, unknown>>;

interface OpenOptions {
  readonly fresh?: boolean;
  readonly signal: AbortSignal;
}

const AUTHORIZATION = 'authorization';

/**
 * Makes the API of the gateway, by which a page calls agents as data and events, with one path for
 * each method of `AgentSource`.
 */
export function createGatewayApi(options: GatewayOptions): Step {
  const { signIn, guard, logger } = options;
  const gateway = new Gateway(options);
  const routes: readonly PageRoute[] = [
    { method: 'GET', path: '/config', answer: (exchange) => gateway.configure(exchange) },
    { method: 'POST', path: '/describe', answer: (exchange) => gateway.describe(exchange) },
    { method: 'POST', path: '/document', answer: (exchange) => gateway.sendDocument(exchange) },
    { method: 'POST', path: '/people', answer: (exchange) => gateway.askPeople(exchange) },
    {
      method: 'POST',
      path: '/send',
      answer: (exchange) =>
        gateway.answer(exchange, {
          // The page sends again by itself what did not arrive.
          sender: 'same',
          read(fields) {
            const message = readMessage(fields['message']);
            return (source, signal) => source.send(message, { signal });
          },
        }),
    },
    {
      method: 'POST',
      path: '/watch',
      answer: (exchange) =>
        gateway.answer(exchange, {
          sender: 'any',
          read(fields) {
            const task = readTask(fields['task']);
            return (source, signal) => source.watch(task, { signal });
          },
        }),
    },
    {
      method: 'POST',
      path: '/cancel',
      answer: (exchange) =>
        gateway.answer(exchange, {
          sender: 'no other',
          read(fields) {
            const task = readTask(fields['task']);
            return (source, signal) => source.cancel(task, { signal });
          },
        }),
    },
  ];
  return createPageApi({
    guard,
    signIn: signIn?.routes,
    routes,
    answerError: (error, exchange) => answerError(error, { exchange, logger }),
  });
}

/** A call of a page to an agent. */
interface GatewayCall {
  /**
   * Who may send it while another person than that of the page is signed in: `any`; with `no other`,
   * a page without a person, or one whose person has signed out; with `same`, not even those.
   */
  readonly sender: 'any' | 'no other' | 'same';
  /** Reads the call from the fields of a body. */
  readonly read: (
    fields: Fields,
  ) => (source: AgentSource, signal: AbortSignal) => AsyncIterable<SourceEvent>;
}

/** The calls of pages to agents, each with the credentials of its person. */
class Gateway {
  readonly #options: GatewayOptions;
  readonly #readJson: ReturnType<typeof createJsonBodyReader>;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#readJson = createJsonBodyReader({ limit: options.maxBodyBytes, isJson: () => true });
  }

  /** Tells the page its agents, and who has signed in. */
  async configure(exchange: PageExchange): Promise<void> {
    const { directory, sessions, signIn } = this.#options;
    await directory.refresh();
    const person = await sessions.findPerson(exchange.request);
    const isSignedIn = person !== undefined;
    exchange.sendJson({
      ...directory.config(),
      ...(signIn && {
        signIn: { provider: signIn.provider, isSignedIn, ...(isSignedIn && { person }) },
      }),
    });
  }

  async describe(exchange: PageExchange): Promise<void> {
    const fields = await this.#readFields(exchange);
    const headers = await this.#readHeaders(exchange);
    const signal = exchange.signal(this.#options.closing);
    const limit = rejectAfter(this.#options.describeTimeoutMs, fields['agent']);
    try {
      const source = this.#open(fields, headers, { fresh: true, signal });
      const described = source.then((agent) => agent.describe({ signal }));
      const description = await Promise.race([described, limit.promise]);
      await exchange.sendPacked(description);
    } catch (error) {
      // The page has closed the connection, so it gets no answer.
      if (!exchange.reply.closed) throw error;
    } finally {
      limit.clear();
    }
  }

  /**
   * Fetches the document that a page asks for and sends its bytes unchanged; the page checks them.
   */
  async sendDocument(exchange: PageExchange): Promise<void> {
    const { directory, network, maxDocumentBytes, describeTimeoutMs, closing } = this.#options;
    const { url } = await this.#readFields(exchange);
    const document = directory.findDocument(url);
    const bytes = await fetchDocument(document, {
      network,
      maxBytes: maxDocumentBytes,
      timeoutMs: describeTimeoutMs,
      signal: exchange.signal(closing),
    });
    exchange.send(Buffer.from(bytes), { contentType: 'application/octet-stream' });
  }

  /** Passes a request on to the people door of an agent, with the credentials of the person. */
  async askPeople(exchange: PageExchange): Promise<void> {
    await this.#checkSender(exchange, 'no other');
    const { reply } = exchange;
    const { connections, network, maxPeopleBytes, describeTimeoutMs } = this.#options;
    const fields = await this.#readFields(exchange);
    const peopleRequest = readPeopleRequest(fields, (name) => exchange.header(name));
    const signal = exchange.signal(this.#options.closing);
    try {
      const headers = await this.#readHeaders(exchange);
      const { agent, all } = await this.#resolve(fields, headers, { signal });
      const source = await connections.open(agent, { headers: all, fresh: false, signal });
      const description = await source.describe({ signal });
      await passToPeopleDoor(
        exchange,
        { agent, headers: all, description },
        {
          request: peopleRequest,
          network,
          maxBytes: maxPeopleBytes,
          timeoutMs: describeTimeoutMs,
          signal,
        },
      );
    } catch (error) {
      // The page has closed the connection, so it gets no answer.
      if (reply.closed) return;
      // What was sent so far is not whole: only a connection that breaks off can say so.
      if (reply.headersSent) reply.destroy();
      else throw error;
    }
  }

  /** Answers a call with a stream of its events. */
  async answer(exchange: PageExchange, { sender, read }: GatewayCall): Promise<void> {
    const { directory, sessions, streams } = this.#options;
    await this.#checkSender(exchange, sender);
    const fields = await this.#readFields(exchange);
    const headers = await this.#readHeaders(exchange);
    const call = read(fields);
    // The agent is checked before the stream opens, so that a refusal has its own HTTP status.
    directory.find(fields['agent']);
    const open = (signal: AbortSignal): Promise<AgentSource> =>
      this.#open(fields, headers, { signal });
    await streams.send(exchange.reply, {
      owner: await findOwner(exchange.request, sessions),
      async *open(signal) {
        yield* call(await open(signal), signal);
      },
    });
  }

  async #checkSender(exchange: PageExchange, sender: GatewayCall['sender']): Promise<void> {
    const { sessions } = this.#options;
    if (sender === 'any') return;
    await checkPerson(exchange, { sessions, allowsNobody: sender === 'no other' });
  }

  async #readFields(exchange: PageExchange): Promise<Fields> {
    return readBody(await this.#readJson(exchange.unread));
  }

  async #open(
    fields: Fields,
    headers: AgentHeaders,
    { fresh = false, signal }: OpenOptions,
  ): Promise<AgentSource> {
    const { agent, all } = await this.#resolve(fields, headers, { fresh, signal });
    return this.#options.connections.open(agent, { headers: all, fresh, signal });
  }

  /** Finds the agent that a page names, and the headers with the credentials for it. */
  async #resolve(
    fields: Fields,
    headers: AgentHeaders,
    { fresh = false, signal }: OpenOptions,
  ): Promise<{ readonly agent: AllowedAgent; readonly all: AgentHeaders }> {
    const { directory, connections } = this.#options;
    const agent = directory.find(fields['agent']);
    if (needsCheck(headers)) {
      const source = await connections
        .open(agent, { headers: {}, fresh, signal })
        .catch(explainHidden);
      checkAgentHeaders(headers, await source.describe({ signal }));
    }
    const isSent = Object.keys(headers).length > 0;
    return { agent, all: isSent ? headers : await this.#findSavedHeaders(agent.url) };
  }

  /**
   * Returns the headers that the owner of this server has saved for an agent; `{}` if there are
   * none or they cannot be used.
   */
  async #findSavedHeaders(agentUrl: string): Promise<AgentHeaders> {
    const { findHeaders, logger } = this.#options;
    try {
      const hook = findHeaders?.(agentUrl);
      return hook === undefined
        ? {}
        : Object.fromEntries(new Headers(await hook({ refused: false })));
    } catch (error) {
      logger.warn('A sign-in cannot be used', { error: toErrorText(error).split('\n')[0] ?? '' });
      return {};
    }
  }

  /**
   * Returns the headers with the credentials for an agent: those that the page sends, and else the
   * token of the person who has signed in.
   */
  async #readHeaders({ request }: PageExchange): Promise<AgentHeaders> {
    const agentHeaders = readAgentHeaders(request);
    if (AUTHORIZATION in agentHeaders) return agentHeaders;
    // Without a token, the agent refuses the call, and the page asks the person to sign in again.
    return { ...agentHeaders, ...(await this.#options.sessions.readHeaders(request)) };
  }
}

/**
 * Replaces the failure to read a card that is not public, if the page sent headers other than
 * `authorization`: only the card could allow those.
 */
function explainHidden(error: unknown): never {
  if (toGatewayError(error)?.reason !== 'UNAUTHENTICATED') throw error;
  throw new RefusedError(
    'HEADERS',
    'Cannot pass on credentials because their header must be authorization: the card, which could name others, is not public.',
    { cause: error },
  );
}

function rejectAfter(
  ms: number,
  agent: unknown,
): {
  readonly promise: Promise<never>;
  readonly clear: () => void;
} {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // A value that is not a text was refused before; converting it to a text might fail.
    const name = typeof agent === 'string' ? agent : 'the agent';
    reject(
      new RefusedError(
        'TIMEOUT',
        `Cannot describe ${name} because it must answer within ${ms} ms: current outcome is none`,
      ),
    );
  }, ms);
  return { promise, clear: () => clearTimeout(timer) };
}

/** Answers an error with JSON. */
function answerError(
  error: unknown,
  { exchange, logger }: { readonly exchange: PageExchange } & Pick<GatewayOptions, 'logger'>,
): void {
  const gatewayError = toGatewayError(error);
  if (gatewayError === undefined) {
    logger.error('Cannot answer a page of forms', { path: exchange.path, error: String(error) });
  }
  const { status = 500, ...body } = gatewayError ?? {
    code: 'INTERNAL',
    reason: '',
    message: 'Internal error.',
  };
  const seconds = gatewayError && findWaitSeconds(gatewayError);
  if (seconds !== undefined) exchange.reply.setHeader('Retry-After', seconds);
  exchange.refuse(status, { error: body });
}

import type { AgentSource, HeadersHook, SourceEvent } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import type { CheckedNetwork, RequestGuard } from '@formwork/network';
import { toErrorText } from '@formwork/schema';
import { createJsonBodyReader, toAnswerSignal } from '@formwork/server/internal';
import { type Request, type Response, Router } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AgentConnections, AgentHeaders } from './agents/agent-connections.ts';
import type { AgentDirectory, AllowedAgent } from './agents/agent-directory.ts';
import type { CallStreams } from './create-call-streams.ts';
import { RefusedError } from './errors/refused-error.ts';
import { findWaitSeconds, toGatewayError } from './errors/to-gateway-error.ts';
import { fetchDocument } from './fetch-document.ts';
import { createPageApi, type PageExchange } from './page-api.ts';
import type { PageSessions } from './page-sessions.ts';
import { passToPeopleDoor, readPeopleRequest } from './people-gateway.ts';
import { checkAgentHeaders, needsCheck, readAgentHeaders } from './requests/agent-headers.ts';
import { createPersonCheck, findOwner } from './requests/check-person.ts';
import { readBody, readMessage, readTask } from './requests/read-call.ts';

const compress = promisify(gzip);

/**
 * The minimum size of a response that is compressed, in bytes; a smaller one fits into one network
 * packet.
 */
const MIN_BYTES = 1400;

/**
 * Options of {@link createGatewayRouter}: the agents that pages may call, and the limits of calls.
 */
export interface GatewayRouterOptions {
  readonly directory: AgentDirectory;
  readonly sessions: PageSessions;
  /**
   * The name of the sign-in provider, and the router by which people sign in there. Default: people
   * cannot sign in.
   */
  readonly signIn?: { readonly provider: string; readonly router: Router };
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
 * Makes the router of the gateway: the API by which a page calls agents as data and events, with
 * one path for each method of `AgentSource`.
 */
export function createGatewayRouter(options: GatewayRouterOptions): Router {
  const { directory, sessions, signIn, guard, logger } = options;
  const gateway = new Gateway(options);
  const router = Router();
  router.get('/config', async (request, response) => {
    await directory.refresh();
    const person = await sessions.findPerson(request);
    const isSignedIn = person !== undefined;
    response.json({
      ...directory.config(),
      ...(signIn && {
        signIn: { provider: signIn.provider, isSignedIn, ...(isSignedIn && { person }) },
      }),
    });
  });
  router.post('/describe', (request, response) => gateway.describe(request, response));
  router.post('/document', (request, response) => gateway.sendDocument(request, response));
  const isNoOther = createPersonCheck(sessions, { allowsNobody: true });
  router.post('/people', isNoOther, (request, response) => gateway.askPeople(request, response));
  router.post(
    '/send',
    // The page sends again by itself what did not arrive.
    createPersonCheck(sessions, { allowsNobody: false }),
    gateway.answer((fields) => {
      const message = readMessage(fields['message']);
      return (source, signal) => source.send(message, { signal });
    }),
  );
  router.post(
    '/watch',
    gateway.answer((fields) => {
      const task = readTask(fields['task']);
      return (source, signal) => source.watch(task, { signal });
    }),
  );
  router.post(
    '/cancel',
    isNoOther,
    gateway.answer((fields) => {
      const task = readTask(fields['task']);
      return (source, signal) => source.cancel(task, { signal });
    }),
  );
  return createPageApi({
    guard,
    signIn: signIn?.router,
    routes: router,
    answerError: (error, exchange) => answerError(error, { ...exchange, logger }),
  });
}

/** The calls of pages to agents, each with the credentials of its person. */
class Gateway {
  readonly #options: GatewayRouterOptions;
  readonly #readJson: ReturnType<typeof createJsonBodyReader>;

  constructor(options: GatewayRouterOptions) {
    this.#options = options;
    this.#readJson = createJsonBodyReader({ limit: options.maxBodyBytes, isJson: () => true });
  }

  async describe(request: Request, response: Response): Promise<void> {
    const fields = await this.#readFields(request);
    const headers = await this.#readHeaders(request);
    const signal = toAnswerSignal(response, this.#options.closing);
    const limit = rejectAfter(this.#options.describeTimeoutMs, fields['agent']);
    try {
      const source = this.#open(fields, headers, { fresh: true, signal });
      const described = source.then((agent) => agent.describe({ signal }));
      const description = await Promise.race([described, limit.promise]);
      await sendJson(request, response, description);
    } catch (error) {
      // The page has closed the connection, so it gets no answer.
      if (!response.closed) throw error;
    } finally {
      limit.clear();
    }
  }

  /**
   * Fetches the document that a page asks for and sends its bytes unchanged; the page checks them.
   */
  async sendDocument(request: Request, response: Response): Promise<void> {
    const { directory, network, maxDocumentBytes, describeTimeoutMs, closing } = this.#options;
    const { url } = await this.#readFields(request);
    const document = directory.findDocument(url);
    const bytes = await fetchDocument(document, {
      network,
      maxBytes: maxDocumentBytes,
      timeoutMs: describeTimeoutMs,
      signal: toAnswerSignal(response, closing),
    });
    response.type('application/octet-stream').send(Buffer.from(bytes));
  }

  /** Passes a request on to the people door of an agent, with the credentials of the person. */
  async askPeople(request: Request, response: Response): Promise<void> {
    const { connections, network, maxPeopleBytes, describeTimeoutMs } = this.#options;
    const fields = await this.#readFields(request);
    const peopleRequest = readPeopleRequest(fields, (name) => request.get(name));
    const signal = toAnswerSignal(response, this.#options.closing);
    try {
      const headers = await this.#readHeaders(request);
      const { agent, all } = await this.#resolve(fields, headers, { signal });
      const source = await connections.open(agent, { headers: all, fresh: false, signal });
      const description = await source.describe({ signal });
      await passToPeopleDoor(
        response,
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
      if (response.closed) return;
      // What was sent so far is not whole: only a connection that breaks off can say so.
      if (response.headersSent) response.destroy();
      else throw error;
    }
  }

  /** Makes the handler that answers a call with a stream of its events. */
  answer(
    read: (
      fields: Fields,
    ) => (source: AgentSource, signal: AbortSignal) => AsyncIterable<SourceEvent>,
  ): (request: Request, response: Response) => Promise<void> {
    const { directory, sessions, streams } = this.#options;
    return async (request, response) => {
      const fields = await this.#readFields(request);
      const headers = await this.#readHeaders(request);
      const call = read(fields);
      // The agent is checked before the stream opens, so that a refusal has its own HTTP status.
      directory.find(fields['agent']);
      const open = (signal: AbortSignal): Promise<AgentSource> =>
        this.#open(fields, headers, { signal });
      await streams.send(response, {
        owner: await findOwner(request, sessions),
        async *open(signal) {
          yield* call(await open(signal), signal);
        },
      });
    };
  }

  async #readFields(request: Request): Promise<Fields> {
    const { body: parsedBody }: { readonly body?: unknown } = request;
    return readBody(await this.#readJson({ message: request, parsedBody }));
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
  async #readHeaders(request: Request): Promise<AgentHeaders> {
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
  { request, response, logger }: PageExchange & Pick<GatewayRouterOptions, 'logger'>,
): void {
  const gatewayError = toGatewayError(error);
  if (gatewayError === undefined) {
    logger.error('Cannot answer a page of forms', { path: request.path, error: String(error) });
  }
  const { status = 500, ...body } = gatewayError ?? {
    code: 'INTERNAL',
    reason: '',
    message: 'Internal error.',
  };
  const seconds = gatewayError && findWaitSeconds(gatewayError);
  if (seconds !== undefined) response.setHeader('Retry-After', seconds);
  response.status(status).json({ error: body });
}

/** Responds with JSON, compressed if it is large enough and the caller accepts that. */
async function sendJson(request: Request, response: Response, value: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value));
  response.type('json').vary('Accept-Encoding');
  if (bytes.length < MIN_BYTES || request.acceptsEncodings('gzip') !== 'gzip') {
    response.send(bytes);
    return;
  }
  const packed = await compress(bytes);
  if (response.closed) return;
  response.setHeader('Content-Encoding', 'gzip');
  response.send(packed);
}

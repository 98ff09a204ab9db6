import { createCheckedNetwork, createRequestGuard, declareRoutes } from '@formwork/network';
import { LOCAL_AGENT_LIMITS } from '@formwork/schema/internal';
import { adaptLogger, createConsoleLogger } from '@formwork/schema/options';
import type { Step } from '@formwork/server';
import { createStallGuard, joinSteps, mountStep, serveByExpress } from '@formwork/server/internal';
import type { RequestHandler } from 'express';
import { createAgentConnections } from './agents/agent-connections.ts';
import { createAgentDirectory } from './agents/agent-directory.ts';
import { checkFormsOptions } from './check-forms-options.ts';
import { createCallStreams } from './create-call-streams.ts';
import { createGatewayApi } from './create-gateway-api.ts';
import type { FormsOptions } from './forms-options.ts';
import { createPageStep, toPageFolder } from './page-files.ts';
import { createPageSessions } from './page-sessions.ts';
import { createSignInRoutes } from './page-sign-in.ts';

/** The most bytes of an answer of a people door, of which a file with a long history has most. */
const MAX_PEOPLE_BYTES = 67_108_864;

/** The limits of the cards and schemas of any agent, and of the only one of a page. */
const AGENT_LIMITS = { many: { maxCardBytes: 1_048_576, vetLimits: {} }, one: LOCAL_AGENT_LIMITS };

/** The routes of the API, below the path where the page is mounted. */
const API_ROUTES: readonly string[] = [
  'config',
  'describe',
  'document',
  'people',
  'send',
  'watch',
  'cancel',
  'sign-in',
  'sign-in/callback',
  'sign-out',
].map((name) => `/api/${name}`);

/** The routes of the page and of its API, below the path where the page is mounted. */
export const FORMS_ROUTES: readonly string[] = ['/', ...API_ROUTES];

/**
 * Makes the page with forms for the skills of agents, and the API that the page needs. The server
 * calls agents itself, so the page sends requests only to where it came from. `mount` is the path of
 * the page within the program, such as `/forms`; empty for the root.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function createFormsDoor(
  options: FormsOptions,
  mount = '',
): {
  /** Answers requests for the page, and passes on others. */
  readonly step: Step;
  /** Ends the streams to pages and the connections to agents. Tasks go on at their agents. */
  readonly close: () => Promise<void>;
} {
  checkFormsOptions(options);
  const { describeTimeoutMs = 15_000, maxCardBytes = AGENT_LIMITS[options.mode].maxCardBytes } =
    options;
  // The places where most programs mount it.
  declareRoutes(['', '/forms'].flatMap((place) => API_ROUTES.map((route) => place + route)));
  const logger = adaptLogger(options.logger ?? createConsoleLogger());
  const closing = new AbortController();
  const network = createCheckedNetwork({
    lookup: options.lookup,
    silenceMs: options.silenceMs ?? 300_000,
  });
  const connections = createAgentConnections({
    network,
    timeoutMs: describeTimeoutMs,
    maxCardBytes,
    vetLimits: AGENT_LIMITS[options.mode].vetLimits,
    maxStreamBytes: options.maxStreamBytes ?? 268_435_456,
  });
  const streams = createCallStreams({
    maxStreams: options.maxStreams ?? 100,
    maxEventBytes: options.maxEventBytes ?? 16_777_216,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    stallMs: options.stallMs ?? 60_000,
    closing: closing.signal,
    onError: (error) => logger.error('Cannot go on with a call', { error: String(error) }),
  });
  const limitStall = createStallGuard(options.stallMs ?? 60_000);
  const { signIn } = options.mode === 'one' ? options : {};
  const { records } = signIn ?? {};
  const sessions = createPageSessions({
    cookie: 'formwork-session',
    records,
    client: signIn,
    logger,
  });
  const api = createGatewayApi({
    sessions,
    ...(options.mode === 'one' &&
      signIn && {
        signIn: {
          provider: new URL(signIn.issuer).host,
          routes: createSignInRoutes({
            signIn,
            sessions,
            logger,
            agentUrl: () =>
              typeof options.agentUrl === 'function' ? options.agentUrl() : options.agentUrl,
          }),
        },
      }),
    ...(options.mode === 'many' && options.findHeaders && { findHeaders: options.findHeaders }),
    directory: createAgentDirectory(options, logger),
    connections,
    network,
    maxDocumentBytes: maxCardBytes,
    maxPeopleBytes: MAX_PEOPLE_BYTES,
    streams,
    guard: createRequestGuard({ allowedHosts: options.allowedHosts, namesKnown: 'everywhere' }),
    maxBodyBytes: options.maxBodyBytes ?? 16_777_216,
    describeTimeoutMs,
    closing: closing.signal,
    logger,
  });
  return {
    step: mountStep(
      mount,
      joinSteps([
        ({ message, reply }, next) => limitStall(message, reply, next),
        mountStep('/api', api),
        createPageStep(toPageFolder(import.meta.url)),
      ]),
    ),
    async close() {
      closing.abort();
      connections.close();
      await network.close();
    },
  };
}

/** A forms router: the page of forms and its API, to be mounted at any path of an Express app. */
export interface FormsRouter {
  /** The router, to be mounted with `use`, such as at `/forms`. It passes on requests for others. */
  readonly router: RequestHandler;
  /** Ends the streams to pages and the connections to agents. Tasks go on at their agents. */
  close(): Promise<void>;
}

/**
 * Makes a router that serves a page with forms for the skills of agents, and the API that the page
 * needs. The server calls agents itself, so the page sends requests only to where it came from.
 * Other paths are left to the next handler.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function createFormsRouter(options: FormsOptions): FormsRouter {
  const { step, close } = createFormsDoor(options);
  return { router: Object.assign(serveByExpress(step), { routes: FORMS_ROUTES }), close };
}

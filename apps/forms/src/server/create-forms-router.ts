import { createAgentConnections } from './agents/agent-connections.ts';
import { createAgentDirectory } from './agents/agent-directory.ts';
import { checkFormsOptions } from './check-forms-options.ts';
import { createCallStreams } from './create-call-streams.ts';
import { createGatewayRouter } from './create-gateway-router.ts';
import type { FormsOptions } from './forms-options.ts';
import { PAGE_FOLDER } from './page-folder.ts';
import { setPageHeaders } from './security-headers.ts';
import { createSignInRouter, createPageSessions } from './page-sign-in.ts';

import { createCheckedNetwork, createRequestGuard } from '@formwork/network';
import { adaptLogger, createConsoleLogger } from '@formwork/server/internal';
import { type Request, type Response, Router, static as serveFiles } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const YEAR_SECONDS = 31_536_000;

/** The most bytes of an answer of a people door, of which a file with a long history has most. */
const MAX_PEOPLE_BYTES = 67_108_864;

/**
 * The file name extensions of compressed files in the page's folder, by HTTP encoding; the best
 * encoding comes first.
 */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

const MEDIA_TYPES: readonly (readonly [string, string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
];

/** A forms router: the page of forms and its API, to be mounted at any path of an Express app. */
export interface FormsRouter {
  readonly router: Router;
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
  checkFormsOptions(options);
  const { describeTimeoutMs = 15_000 } = options;
  const logger = adaptLogger(options.logger ?? createConsoleLogger());
  const closing = new AbortController();
  const network = createCheckedNetwork({
    lookup: options.lookup,
    silenceMs: options.silenceMs ?? 300_000,
  });
  const connections = createAgentConnections({
    network,
    timeoutMs: describeTimeoutMs,
    maxCardBytes: options.maxCardBytes ?? 1_048_576,
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
  const router = Router();
  const sessions = createPageSessions();
  const { signIn } = options.mode === 'one' ? options : {};
  router.use(
    '/api',
    createGatewayRouter({
      sessions,
      ...(options.mode === 'one' &&
        signIn && {
          signIn: {
            provider: new URL(signIn.issuer).host,
            router: createSignInRouter({
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
      maxDocumentBytes: options.maxCardBytes ?? 1_048_576,
      maxPeopleBytes: MAX_PEOPLE_BYTES,
      streams,
      guard: createRequestGuard({ allowedHosts: options.allowedHosts, namesKnown: 'everywhere' }),
      maxBodyBytes: options.maxBodyBytes ?? 16_777_216,
      describeTimeoutMs,
      closing: closing.signal,
      logger,
    }),
  );
  router.use(createPageRouter(PAGE_FOLDER));
  return {
    router,
    async close() {
      closing.abort();
      connections.close();
      await network.close();
    },
  };
}

/**
 * Makes the router of the built page: its HTML, which browsers request anew each time, and files
 * whose names change with their content. Requests for other paths go to the next handler.
 */
function createPageRouter(folder: string): Router {
  if (!existsSync(join(folder, 'index.html'))) return createEmptyRouter();
  const named = join(folder, 'assets') + sep;
  const files = listFiles(folder);

  function setHeaders(response: Response, path: string): void {
    setPageHeaders(response);
    const isNamed = path.startsWith(named);
    response.setHeader(
      'Cache-Control',
      isNamed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    );
    response.setHeader('Vary', 'Accept-Encoding');
    for (const [encoding, ending] of Object.entries(ENDINGS)) {
      if (!path.endsWith(ending)) continue;
      const type = MEDIA_TYPES.find(([inner]) => path.endsWith(`${inner}${ending}`))?.[1];
      response.setHeader('Content-Encoding', encoding);
      response.setHeader('Content-Type', type ?? 'application/octet-stream');
    }
  }

  const router = Router();
  router.use((request, _response, next) => {
    const path = request.path === '/' ? '/index.html' : request.path;
    // Most requests on an agent's server come from callers of the agent, so they must not cause a
    // look at the disk.
    if (!files.has(path)) {
      next('router');
      return;
    }
    const ending = findEnding(request, path, files);
    // A mount path needs a slash at its end, because the page's own paths are relative.
    const isCorrected = request.path !== '/' || /\/(?:\?|$)/u.test(request.originalUrl);
    if (ending !== undefined && isCorrected) request.url = `${path}${ending}`;
    next();
  });
  router.use(serveFiles(folder, { setHeaders }));
  return router;
}

/**
 * Makes a router that answers with a hint to build the page, for a checkout without a built page.
 */
function createEmptyRouter(): Router {
  const router = Router();
  router.get('/', (_request, response) => {
    setPageHeaders(response);
    response
      .status(503)
      .type('text')
      .send('Cannot show forms as their page must be built: in a checkout, run "npm run build".\n');
  });
  return router;
}

/** Lists the files of a folder as the paths of requests, such as `/assets/app.js`. */
function listFiles(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(files.map((file) => `/${file.replaceAll(sep, '/')}`));
}

function findEnding(
  request: Request,
  path: string,
  files: ReadonlySet<string>,
): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  if (!files.has(`${path}${ENDINGS.br}`)) return undefined;
  // Each encoding is checked alone, because the smaller file is better for a browser that accepts
  // both equally.
  if (request.acceptsEncodings('br') === 'br') return ENDINGS.br;
  return request.acceptsEncodings('gzip') === 'gzip' ? ENDINGS.gzip : undefined;
}

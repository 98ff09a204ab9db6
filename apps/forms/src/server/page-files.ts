import { UNAVAILABLE_SECONDS } from '@formwork/server/internal';
import { type Request, type Response, Router, static as serveFiles } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setPageHeaders } from './security-headers.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * The file name extensions of compressed files in the page's folder, by HTTP encoding; the best
 * encoding comes first.
 */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** The methods that read a file. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const MEDIA_TYPES: readonly (readonly [string, string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
];

/**
 * Makes the router of the built page: its HTML, which browsers request anew each time, and files
 * whose names change with their content. Requests for other paths go to the next handler.
 */
export function createPageRouter(folder: string): Router {
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
  router.use((request, response, next) => {
    const path = request.path === '/' ? '/index.html' : request.path;
    // Most requests on an agent's server come from callers of the agent, so they must not cause a
    // look at the disk.
    if (!files.has(path)) {
      next('router');
      return;
    }
    const corrected = request.path === '/' ? correctMount(request.originalUrl) : undefined;
    if (corrected !== undefined && READS.has(request.method)) {
      setPageHeaders(response);
      response.redirect(301, corrected);
      return;
    }
    const ending = findEnding(request, path, files);
    if (ending !== undefined) request.url = `${path}${ending}`;
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
      .set('Retry-After', String(UNAVAILABLE_SECONDS))
      .type('text')
      .send('Cannot show the page because it must be built: in a checkout, run "npm run build".\n');
  });
  return router;
}

/**
 * Returns the address with a slash at the end of its path, which the page's relative paths need, or
 * `undefined` if it has one. It is relative itself, because a proxy may have stripped a prefix.
 */
function correctMount(url: string): string | undefined {
  const [path = '', ...query] = url.split('?');
  if (path.endsWith('/')) return undefined;
  return [`./${path.slice(path.lastIndexOf('/') + 1)}/`, ...query].join('?');
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
  if (!READS.has(request.method)) return undefined;
  if (!files.has(`${path}${ENDINGS.br}`)) return undefined;
  // Each encoding is checked alone, because the smaller file is better for a browser that accepts
  // both equally.
  if (request.acceptsEncodings('br') === 'br') return ENDINGS.br;
  // A large file that is seldom loaded has no copy for it.
  const hasGzip = files.has(`${path}${ENDINGS.gzip}`);
  return hasGzip && request.acceptsEncodings('gzip') === 'gzip' ? ENDINGS.gzip : undefined;
}

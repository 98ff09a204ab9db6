import { Router, static as serveFiles, type Request, type Response } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setPageHeaders } from './security-headers.ts';

const YEAR_SECONDS = 31_536_000;

/** Endings of files that stand compressed beside the others, best first. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

const MEDIA_TYPES: readonly (readonly [string, string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
];

/**
 * The built page: its HTML, asked for anew each time, and files whose names change with what is in
 * them. Paths that are none of it are left to whatever comes after.
 */
export function createPageRouter(folder: string): Router {
  const named = join(folder, 'assets') + sep;
  const compressed = listCompressed(folder);

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
    const ending = findEnding(request, path, compressed);
    // A mount path without its slash has to be corrected first: the page's own paths are relative.
    const isCorrected = request.path !== '/' || /\/(?:\?|$)/u.test(request.originalUrl);
    if (ending !== undefined && isCorrected) request.url = `${path}${ending}`;
    next();
  });
  router.use(serveFiles(folder, { setHeaders }));
  router.get('/', (_request, response) => {
    setPageHeaders(response);
    response
      .status(503)
      .type('text')
      .send('Cannot show forms as their page must be built: in a checkout, run "npm run build".\n');
  });
  return router;
}

function listCompressed(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    files
      .filter((file) => Object.values(ENDINGS).some((ending) => file.endsWith(ending)))
      .map((file) => `/${file.replaceAll(sep, '/')}`),
  );
}

function findEnding(
  request: Request,
  path: string,
  compressed: ReadonlySet<string>,
): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  if (!compressed.has(`${path}${ENDINGS.br}`)) return undefined;
  // Asked for one by one: of those that a browser likes the same, the smaller is ours to choose.
  if (request.acceptsEncodings('br') === 'br') return ENDINGS.br;
  return request.acceptsEncodings('gzip') === 'gzip' ? ENDINGS.gzip : undefined;
}

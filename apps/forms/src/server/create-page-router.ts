import { Router, static as serveFiles } from 'express';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setPageHeaders } from './security-headers.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * The built page: its HTML, asked for anew each time, and files whose names change with what is in
 * them. Paths that are none of it are left to whatever comes after. Throws an `Error` if the page
 * was not built.
 */
export function createPageRouter(folder: string): Router {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(
      `Cannot serve forms as their page must be built: there is no index.html in ${folder}. In a checkout, npm run build makes it.`,
    );
  }
  const named = join(folder, 'assets') + sep;
  const router = Router();
  router.use(
    serveFiles(folder, {
      setHeaders(response, path) {
        setPageHeaders(response);
        const isNamed = path.startsWith(named);
        response.setHeader(
          'Cache-Control',
          isNamed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
      },
    }),
  );
  return router;
}

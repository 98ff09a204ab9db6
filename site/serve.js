// Serves the built pages on this machine.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

const DIST = fileURLToPath(new URL('dist', import.meta.url));

/**
 * Serves the built pages at 127.0.0.1.
 *
 * @param {number} port 0: any free port.
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function servePages(port) {
  const missing = readFileSync(join(DIST, '404.html'));
  const answer = sirv(DIST, {
    etag: true,
    onNoMatch: (_, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end(missing);
    },
  });
  const server = createServer((request, response) => answer(request, response));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${server.address().port}/`;
      resolve({
        url,
        close() {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

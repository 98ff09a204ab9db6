// A registry on loopback that has only packed packages, so that package managers find them under
// their names and versions. Everything that the packages depend on comes from the usual registry.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { readTarball } from '../release/tarballs.js';

/** A time long ago, because package managers may wait some days before they take a new version. */
const PUBLISHED = '2020-01-01T00:00:00.000Z';

/**
 * Starts a registry of packed packages.
 *
 * @param {readonly import('../release/pack-packages.js').PackedPackage[]} packages
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startRegistry(packages) {
  /** @type {Map<string, { body: Buffer | string, type: string }>} */
  const answers = new Map();
  const server = createServer(({ url = '' }, response) => {
    const answer = answers.get(decodeURIComponent(url));
    if (answer === undefined) {
      response.writeHead(404).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}`;
  for (const { name, version, path } of packages) {
    const bytes = readFileSync(path);
    const place = `/${name}/-/${basename(path)}`;
    answers.set(place, { body: bytes, type: 'application/octet-stream' });
    const manifest = JSON.parse(readTarball(path, /^package\.json$/u).texts.get('package.json'));
    const packument = {
      name,
      'dist-tags': { latest: version },
      time: { created: PUBLISHED, modified: PUBLISHED, [version]: PUBLISHED },
      versions: { [version]: { ...manifest, dist: { tarball: `${url}${place}`, ...hash(bytes) } } },
    };
    answers.set(`/${name}`, { body: JSON.stringify(packument), type: 'application/json' });
  }
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function hash(bytes) {
  return {
    shasum: createHash('sha1').update(bytes).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
  };
}

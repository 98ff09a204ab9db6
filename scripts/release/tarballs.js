// The rule for the content of every tarball: what a stranger finds in an installed package.
import { posix } from 'node:path';
import { list } from 'tar';

/** The files that every package must have. */
const NEEDED = ['LICENSE', 'README.md', 'package.json'];

/** Files that nobody needs who installs a package. */
const UNWANTED =
  /(?:^|\/)(?:\.[^/]+|node_modules|tsconfig[^/]*\.json)(?:\/|$)|\.(?:test\.[jt]sx?|tsbuildinfo|tgz|log)$/u;

/** The folder of a template, which has files of a project. */
const TEMPLATE = 'template/';

/**
 * Checks the content of a packed package.
 *
 * @param {import('./pack-packages.js').PackedPackage} packed
 * @returns {string[]} A sentence for each fault.
 */
export function findTarballFaults({ name, path }) {
  const { files, texts } = readTarball(path, /^package\.json$|\.map$/u);
  const refuse = (fault) => `Cannot publish ${name} because ${fault}`;
  return [
    ...NEEDED.filter((file) => !files.has(file)).map((file) =>
      refuse(`its tarball must contain ${file}.`),
    ),
    ...[...files.keys()]
      .filter((file) => UNWANTED.test(file) && !file.startsWith(TEMPLATE))
      .map((file) => refuse(`its tarball must not contain ${file}: leave it out in "files".`)),
    ...checkManifest(texts.get('package.json') ?? '{}').map(refuse),
    ...findLostSources(files, texts).map(refuse),
  ];
}

function checkManifest(text) {
  const { dependencies = {}, peerDependencies = {}, optionalDependencies = {} } = JSON.parse(text);
  return Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies })
    .filter(([, range]) => /^(?:workspace|catalog|file|link):/u.test(range))
    .map(
      ([name, range]) => `${name} must have a version in its tarball: current value is ${range}.`,
    );
}

/** Finds source maps that lead to files which are not published. */
function findLostSources(files, texts) {
  return [...texts]
    .filter(([file]) => file.endsWith('.map'))
    .flatMap(([file, text]) => {
      const { sources, sourcesContent } = JSON.parse(text);
      if (sourcesContent !== undefined) return [];
      const lost = sources
        .map((source) => posix.join(posix.dirname(file), source))
        .find((source) => !files.has(source));
      return lost === undefined
        ? []
        : [`its map ${file} must lead to published files: current value is ${lost}.`];
    });
}

/**
 * Reads a packed package: the size of each of its files in bytes, and the texts of those whose names
 * match.
 *
 * @param {string} path
 * @param {RegExp} wanted
 * @returns {{ files: ReadonlyMap<string, number>, texts: ReadonlyMap<string, string> }}
 */
export function readTarball(path, wanted) {
  const files = new Map();
  const texts = new Map();
  list({
    file: path,
    sync: true,
    onReadEntry: (entry) => {
      if (entry.type !== 'File') return;
      const file = entry.path.replace(/^package\//u, '');
      files.set(file, entry.size);
      if (!wanted.test(file)) return;
      const chunks = [];
      entry.on('data', (chunk) => chunks.push(chunk));
      entry.on('end', () => texts.set(file, Buffer.concat(chunks).toString('utf8')));
    },
  });
  return { files, texts };
}

import { didYouMean, previewJson } from '@formwork/schema/json';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const CURRENT: readonly string[] = OPERATIONS.map(({ name }) => name);

const LEGACY: readonly string[] = OPERATIONS.flatMap(({ legacy }) => legacy?.name ?? []);

/** Says that a version of A2A has no method of a name, and which one is likely meant. */
export function describeUnknownMethod(name: unknown, version: '0.3' | '1.0'): string {
  const known = version === '1.0' ? CURRENT : LEGACY;
  return `Cannot run the method because method must be one of ${known.join(', ')}: current value is ${previewJson(name)}.${advise(name, version)}`;
}

function advise(name: unknown, version: '0.3' | '1.0'): string {
  if (typeof name !== 'string') return '';
  const [known, others, wanted] =
    version === '1.0' ? [CURRENT, LEGACY, '0.3'] : [LEGACY, CURRENT, '1.0'];
  const reason = `A2A ${wanted}, whose requests have the header "A2A-Version: ${wanted}"; this one is read as ${version}.`;
  if (others.includes(name)) return ` That is a method of ${reason}`;
  const near = findNear(name, known);
  if (near !== undefined) return ` Did you mean ${JSON.stringify(near)}?`;
  // A request without a version is read as one of 0.3, although most clients mean 1.0.
  const other = findNear(name, others);
  return other === undefined ? '' : ` Did you mean ${JSON.stringify(other)} of ${reason}`;
}

function findNear(name: string, known: readonly string[]): string | undefined {
  // gRPC and some clients name the service before the method.
  return didYouMean(name, known) ?? didYouMean(name.replace(/^.*[./]/u, ''), known);
}

/** Says which route of A2A REST an unknown path likely means; `''` if none is near. */
export function adviseRoute({
  method,
  basePath,
  path,
}: Readonly<Record<'method' | 'basePath' | 'path', string>>): string {
  const words = toWords(path);
  const exact = listNear(words);
  // A slash too many may also stand beside nothing, as behind a base path that ends with one.
  const near = exact.length > 0 ? exact : listNear(words.filter((word) => word !== ''));
  const methods = near.flatMap(({ rest }) => rest.methods);
  const [first] = near;
  if (first === undefined) return '';
  const meant = methods.find((known) => known === method) ?? methods[0];
  const route = nameIds(first.rest.path);
  const empty = near === exact ? toWords(route).find((_word, at) => words[at] === '') : undefined;
  const reason = empty === undefined ? '' : ` ${empty} must not be empty.`;
  return ` Did you mean ${meant} ${basePath}${route}?${reason}`;
}

/** Lists the operations whose routes have words that are near those of a path. */
function listNear(words: readonly string[]): readonly Operation[] {
  return OPERATIONS.filter(({ rest }) => isNear(words, toWords(nameIds(rest.path))));
}

/** Writes a route for people: `{id}` stands for any id. */
function nameIds(path: string): string {
  return path.replaceAll(/\(\?<(\w+)>[^)]*\)/gu, '{$1}');
}

/**
 * Lists the words of a path, without the version with which paths of A2A 0.3 began. What stands
 * between two slashes is a word also if it is empty, because a client may have had no id to write.
 */
function toWords(path: string): readonly string[] {
  return path
    .replace(/^\/v\d+(?=\/)/u, '')
    .replaceAll(/^\/|\/$/gu, '')
    .split(/[/:]/u);
}

/** Compares word by word, because ids say nothing about what is meant. */
function isNear(words: readonly string[], route: readonly string[]): boolean {
  return (
    words.length === route.length &&
    route.every((word, at) => word.startsWith('{') || findNear(words[at] ?? '', [word]) === word)
  );
}

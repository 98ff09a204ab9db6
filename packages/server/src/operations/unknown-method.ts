import { didYouMean, previewJson } from '@formwork/schema/json';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const CURRENT: readonly string[] = OPERATIONS.map(({ name }) => name);

const LEGACY: readonly string[] = OPERATIONS.flatMap(({ legacy }) => legacy?.name ?? []);

/** Says that a version of A2A has no method of a name, and which one is likely meant. */
export function describeUnknownMethod(name: unknown, version: '0.3' | '1.0'): string {
  const methods = version === '1.0' ? CURRENT : LEGACY;
  return `Cannot run the method because method must be one of ${methods.join(', ')}: current value is ${previewJson(name)}.${advise(name, version)}`;
}

function advise(name: unknown, version: '0.3' | '1.0'): string {
  if (typeof name !== 'string') return '';
  const [methods, otherMethods, otherVersion] =
    version === '1.0' ? [CURRENT, LEGACY, '0.3'] : [LEGACY, CURRENT, '1.0'];
  const reason = `A2A ${otherVersion}, whose requests have the header "A2A-Version: ${otherVersion}"; this one is read as ${version}.`;
  if (otherMethods.includes(name)) return ` That is a method of ${reason}`;
  const suggestion = findSimilarMethod(name, methods);
  if (suggestion !== undefined) return ` Did you mean ${JSON.stringify(suggestion)}?`;
  // A request without a version is read as one of 0.3, although most clients mean 1.0.
  const otherMethod = findSimilarMethod(name, otherMethods);
  return otherMethod === undefined
    ? ''
    : ` Did you mean ${JSON.stringify(otherMethod)} of ${reason}`;
}

function findSimilarMethod(name: string, methods: readonly string[]): string | undefined {
  // gRPC and some clients name the service before the method.
  return didYouMean(name, methods) ?? didYouMean(name.replace(/^.*[./]/u, ''), methods);
}

/** Says which route of A2A REST an unknown path likely means; `''` if none is near. */
export function adviseRoute({
  method,
  basePath,
  path,
}: Readonly<Record<'method' | 'basePath' | 'path', string>>): string {
  const words = listPathWords(path);
  const exactOperations = listSimilarOperations(words);
  // A slash too many may also stand beside nothing, as behind a base path that ends with one.
  const nearOperations =
    exactOperations.length > 0
      ? exactOperations
      : listSimilarOperations(words.filter((word) => word !== ''));
  const methods = nearOperations.flatMap(({ route }) => route.methods);
  const [first] = nearOperations;
  if (first === undefined) return '';
  const likelyMethod = methods.find((candidate) => candidate === method) ?? methods[0];
  const shownRoute = nameIds(first.route.path);
  const empty =
    nearOperations === exactOperations
      ? listPathWords(shownRoute).find((_word, at) => words[at] === '')
      : undefined;
  const reason = empty === undefined ? '' : ` ${empty} must not be empty.`;
  return ` Did you mean ${likelyMethod} ${basePath}${shownRoute}?${reason}`;
}

/** Lists the operations whose routes have words that are near those of a path. */
function listSimilarOperations(words: readonly string[]): readonly Operation[] {
  return OPERATIONS.filter(({ route }) => isNear(words, listPathWords(nameIds(route.path))));
}

/** Writes a route for people: `{id}` stands for any id. */
function nameIds(path: string): string {
  return path.replaceAll(/\(\?<(\w+)>[^)]*\)/gu, '{$1}');
}

/**
 * Lists the words of a path, without the version with which paths of A2A 0.3 began. What stands
 * between two slashes is a word also if it is empty, because a client may have had no id to write.
 */
function listPathWords(path: string): readonly string[] {
  return path
    .replace(/^\/v\d+(?=\/)/u, '')
    .replaceAll(/^\/|\/$/gu, '')
    .split(/[/:]/u);
}

/** Compares word by word, because ids say nothing about what is meant. */
function isNear(words: readonly string[], route: readonly string[]): boolean {
  return (
    words.length === route.length &&
    route.every(
      (word, at) => word.startsWith('{') || findSimilarMethod(words[at] ?? '', [word]) === word,
    )
  );
}

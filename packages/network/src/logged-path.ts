/** A part of the known routes, with the parts that may follow it. */
interface RoutePart {
  /** The part as its route has it, such as `tasks` or `:id`. */
  readonly text: string;
  /** The parts that are written, by their small letters, because express compares paths so. */
  readonly children: Map<string, RoutePart>;
  /** The part that stands for any text. */
  any?: RoutePart;
}

const routeTree = createPart('');

/** The most characters of a path that are looked at; strangers choose how many there are. */
const MAX_LENGTH = 4_096;

/**
 * Declares routes that this process serves, so that logs name them: `:id` stands for any part of a
 * path. The doors of Formwork declare theirs when they are made.
 *
 * @example
 * ```ts
 * import { declareRoutes } from '@formwork/network';
 *
 * declareRoutes(['/orders', '/orders/:id']);
 * ```
 */
export function declareRoutes(routes: Iterable<string>): void {
  for (const route of routes) splitPath(route).reduce(findOrAdd, routeTree);
}

/**
 * Returns a path as logs may have it: its route, as it was given to {@link declareRoutes}, so that
 * nothing is left of which a caller may have made an id or a secret. A star stands for the rest of
 * which no route is known.
 *
 * @example
 * ```ts
 * import { declareRoutes, toLoggedPath } from '@formwork/network';
 *
 * declareRoutes(['/orders/:id']);
 * toLoggedPath('/orders/7f3c9a?key=secret'); // '/orders/:id'
 * toLoggedPath('/orders/7f3c9a/secret'); // '/orders/:id', a slash, and a star
 * ```
 */
export function toLoggedPath(url: string): string {
  // A target can be a whole URL (RFC 9112 section 3.2.2), whose host is not part of the path.
  const path = url.slice(0, MAX_LENGTH).replace(/^[a-z]+:\/\/[^/?#]*/u, '');
  const [before = ''] = path.split(/[?#]/u, 1);
  let current = routeTree;
  let loggedPath = '';
  for (const part of splitPath(before)) {
    const next = current.children.get(part.toLowerCase()) ?? current.any;
    if (next === undefined) return `${loggedPath}/*`;
    loggedPath += `/${next.text}`;
    current = next;
  }
  return loggedPath === '' ? '/' : loggedPath;
}

function splitPath(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function createPart(text: string): RoutePart {
  return { text, children: new Map() };
}

function findOrAdd(from: RoutePart, text: string): RoutePart {
  if (text.startsWith(':')) return (from.any ??= createPart(text));
  const name = text.toLowerCase();
  const part = from.children.get(name) ?? createPart(text);
  from.children.set(name, part);
  return part;
}

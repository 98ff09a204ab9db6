import { Router } from 'express';

/** A call that mounted handlers on an express router: their paths, and the handlers. */
interface Mount {
  readonly paths: readonly string[];
  readonly handlers: readonly unknown[];
}

type Method = (this: object, ...parts: readonly unknown[]) => unknown;

const mounts = new WeakMap<object, Mount[]>();

/**
 * Starts to record the paths at which handlers are mounted on express routers, because routers keep
 * no paths themselves. Must be called before the routers are made.
 */
export function recordMounts(): void {
  const prototype = Router.prototype as unknown as Record<'use' | 'route', Method>;
  for (const name of ['use', 'route'] as const) {
    const original = prototype[name];
    prototype[name] = function record(...parts) {
      const [first, ...rest] = parts;
      const isPath = typeof first === 'string' || Array.isArray(first);
      const paths = isPath ? [first].flat().map(String) : ['/'];
      const known = mounts.get(this) ?? [];
      mounts.set(this, [...known, { paths, handlers: isPath ? rest : parts }]);
      return original.apply(this, [...parts]);
    };
  }
}

/**
 * Lists the paths that an express router serves, with those of the routers mounted on it; an
 * example replaces each pattern.
 */
export function listPaths(router: unknown, prefix = ''): readonly string[] {
  if (typeof router !== 'function') return [prefix];
  const below = mounts.get(router);
  if (below === undefined) return listRoutes(router).map((path) => `${prefix}${path}`);
  const found = below.flatMap(({ paths, handlers }) =>
    paths.flatMap((path) => {
      const full = `${prefix}${path === '/' ? '' : toExample(path)}`;
      return handlers.length === 0
        ? [full]
        : handlers.flatMap((handler) => listPaths(handler, full));
    }),
  );
  return [...new Set(found.map((path) => (path === '' ? '/' : path)))];
}

/** Lists the paths of a handler that is no router, and knows its routes itself, as doors do. */
function listRoutes(handler: object): readonly string[] {
  const routes: unknown = Reflect.get(handler, 'routes');
  if (!Array.isArray(routes)) return [''];
  return routes.map((route) =>
    String(route)
      .replace(/^\/$/u, '')
      .replaceAll(/\{\w+\}|(?<=\/):\w+/gu, 'x'),
  );
}

/** Returns a path that a path pattern of express matches. */
function toExample(pattern: string): string {
  return pattern.replaceAll(/\\(.)|:\w+|\{[^}]*\}/gu, (found, escaped?: string) =>
    escaped !== undefined ? escaped : found.startsWith(':') ? 'x' : '',
  );
}

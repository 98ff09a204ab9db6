import { useMemo, useSyncExternalStore } from 'react';
import { parseHash, toHash, type Route } from '../permalink/route.ts';

/** The current route of the page, which the address holds, so that a reload keeps it. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}

/** Changes the route; the browser's back button leads back. */
export function go(route: Route): void {
  window.location.hash = toHash(route) ?? '';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

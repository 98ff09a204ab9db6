import { useMemo, useSyncExternalStore } from 'react';
import { parseHash, toHash, type Route } from '../permalink/route.ts';

/**
 * Returns the current route of the page, which the browser's address contains, so that a reload
 * keeps it.
 */
export function useRoute(): Route {
  const hash = useSyncExternalStore(watchAddress, () => window.location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}

/** Shows another route of the page; the browser's back button returns to the earlier one. */
export function go(route: Route): void {
  window.location.hash = toHash(route) ?? '';
}

/** Calls a function at each change of the address, until the returned function is called. */
export function watchAddress(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

import { useMemo, useSyncExternalStore } from 'react';
import { parseHash, toHash, type Route } from '../permalink/route.ts';

/** Where somebody is, and stays after a reload. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}

/** Goes somewhere; the way back is the browser's. */
export function go(route: Route): void {
  window.location.hash = toHash(route) ?? '';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

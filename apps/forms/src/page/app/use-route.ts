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

/** Goes somewhere in place of here. */
export function replaceRoute(route: Route): void {
  window.history.replaceState(null, '', toHash(route) ?? '#');
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

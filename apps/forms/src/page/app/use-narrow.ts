import { useSyncExternalStore } from 'react';

/** As the style sheet says it: below, the places are screens of their own. */
const NARROW = window.matchMedia('(width < 800px)');

/** True where there is room for one place at a time. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}

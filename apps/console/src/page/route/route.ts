import { decodeFragment } from '@formwork/schema/json';
import { useEffect, useState } from 'react';

/** The filters of a list of tasks, as they stand in the address. */
export interface TaskFilter {
  readonly state?: string;
  readonly skill?: string;
  readonly scope?: string;
  /** The least time since the last status, such as `12h`. */
  readonly older?: string;
  readonly id?: string;
}

/** The view that the page shows. */
export type Route =
  | { readonly view: 'overview' }
  | { readonly view: 'tasks'; readonly filter: TaskFilter }
  | { readonly view: 'task'; readonly taskId: string }
  | { readonly view: 'letters' }
  | { readonly view: 'callers' }
  | { readonly view: 'agent' };

const FILTERS = ['state', 'skill', 'scope', 'older', 'id'] as const;

/** Reads a view from the hash of an address; the overview for one that is not known. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/u, '').split('?');
  const [view = '', ...segments] = path.split('/');
  switch (view) {
    case 'tasks': {
      const taskId = decodeFragment(segments.join('/'));
      if (taskId !== '') return { view: 'task', taskId };
      const params = new URLSearchParams(query);
      const filter = Object.fromEntries(
        FILTERS.flatMap((name) => {
          const value = params.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      return { view: 'tasks', filter };
    }
    case 'letters':
    case 'callers':
    case 'agent':
      return { view };
    default:
      return { view: 'overview' };
  }
}

/** Writes a view as the hash of an address. */
export function writeRoute(route: Route): string {
  switch (route.view) {
    case 'overview':
      return '#/';
    case 'task':
      return `#/tasks/${encodeURIComponent(route.taskId)}`;
    case 'tasks': {
      const params = new URLSearchParams();
      for (const name of FILTERS) {
        const value = route.filter[name];
        if (value !== undefined) params.set(name, value);
      }
      const query = params.toString();
      return query === '' ? '#/tasks' : `#/tasks?${query}`;
    }
    case 'letters':
    case 'callers':
    case 'agent':
      return `#/${route.view}`;
  }
}

/** Returns the view in the address, and follows it. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return parseRoute(hash);
}

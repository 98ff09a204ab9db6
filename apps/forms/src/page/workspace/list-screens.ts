import type { IconName } from '../parts/icon.tsx';
import type { Workspace } from './workspace.ts';

/** Lists the places that there are: the inbox only if an agent has one. */
export function listScreens({ inbox }: Pick<Workspace, 'inbox'>): readonly {
  /** The view of its route, which names its text as well. */
  readonly view: 'inbox' | 'history';
  readonly icon: IconName;
  /** The number of things there that wait for the person; absent if nothing can wait there. */
  readonly count?: number;
}[] {
  return [
    ...(inbox === undefined ? [] : [{ view: 'inbox', icon: 'inbox', count: inbox.count } as const]),
    { view: 'history', icon: 'clock' },
  ];
}

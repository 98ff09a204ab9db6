import { drawIcon } from '@formwork/react/internal';
import type { ReactNode } from 'react';

/** The SVG paths of the icons around the work, in a square of 24 units. */
export const PATHS = {
  agent: 'M12 4v3M5 9h14v10H5zM9.5 13v2M14.5 13v2M2.5 13v2.5M21.5 13v2.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  details: 'M4 5h16v14H4zM14.5 5v14',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4l1-2.5h5',
  list: 'M4 6h16M4 12h16M4 18h10',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5',
  settings:
    'M4 7h7M17 7h3M14 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 17h3M13 17h7M10 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
} as const;

/** The name of an icon around the work. */
export type IconName = keyof typeof PATHS;

/** Draws an icon beside a word. Screen readers skip it, because the word says the same. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return drawIcon(name, PATHS[name]);
}

export { drawIcon };

import { createIcon } from '@formwork/react/internal';
import type { ReactNode } from 'react';

/** The SVG paths of the icons, in a square of 24 units. */
const PATHS = {
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.3',
  answer: 'M4 5h16v11H10l-4.5 4v-4H4z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4',
  check: 'M4.5 12.5 10 18 19.5 7',
  clock: 'M12 3.5a8.5 8.5 0 1 0 .01 0zM12 8v4.5l3 2',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 .01 0z',
  gauge: 'M4 18a9 9 0 1 1 16 0M12 15l4-5',
  key: 'M8 16.5a4.5 4.5 0 1 1 4.2-6.2H21v3.4h-2.5V16H15v-2.3h-2.8A4.5 4.5 0 0 1 8 16.5z',
  list: 'M4 6h16M4 12h16M4 18h10',
  pause: 'M8 5v14M16 5v14',
  people:
    'M9 11.5a3.5 3.5 0 1 0-.01 0zM2.5 20c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5M16 5a3.5 3.5 0 0 1 0 6.5M18 15c2 .8 3.5 2.5 3.5 5',
  play: 'M7 4.5v15L19.5 12z',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18v.3',
  repeat: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  rest: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  stop: 'M7 7h10v10H7z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  agent: 'M12 4v3M5 9h14v10H5zM9.5 13v2M14.5 13v2',
} as const;

/** The name of an icon of the page. */
export type IconName = keyof typeof PATHS;

/** Draws an icon beside a word. */
export const Icon: (props: { readonly name: IconName }) => ReactNode = createIcon(PATHS);

import type { ReactNode } from 'react';
import { drawIcon, PATHS } from './icon.tsx';

/**
 * The SVG paths of all icons, in a square of 24 units: those around the work, and those within it,
 * which load with the parts that show them.
 */
const ALL_PATHS = {
  ...PATHS,
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.3',
  answer: 'M4 5h16v11H10l-4.5 4v-4H4z',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4',
  check: 'M4.5 12.5 10 18 19.5 7',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  key: 'M8 16.5a4.5 4.5 0 1 1 4.2-6.2H21v3.4h-2.5V16H15v-2.3h-2.8A4.5 4.5 0 0 1 8 16.5z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8V3.5h10V8M7 17H4V8h16v9h-3M7 14h10v6.5H7z',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18v.3',
  repeat: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  rows: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  stop: 'M7 7h10v10H7z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  work: 'M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
} as const;

/** The name of an icon of the page. */
export type IconName = keyof typeof ALL_PATHS;

/** Draws an icon beside a word. Screen readers skip it, because the word says the same. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return drawIcon(name, ALL_PATHS[name]);
}

/** Draws a picture for places where nothing is yet: a form that is filled in, and its result. */
export function EmptyPicture(): ReactNode {
  return (
    <svg className="empty-picture" viewBox="0 0 160 96" aria-hidden="true">
      <rect className="sheet" x="8" y="10" width="74" height="78" rx="8" />
      <path d="M20 26h28M20 44h50M20 62h36" />
      <rect className="field" x="20" y="31" width="50" height="8" rx="3" />
      <rect className="field" x="20" y="49" width="50" height="8" rx="3" />
      <rect className="button" x="20" y="70" width="26" height="9" rx="4" />
      <path className="way" d="M88 49h16m-5-5 5 5-5 5" />
      <rect className="sheet" x="110" y="26" width="42" height="46" rx="8" />
      <path className="done" d="m122 49 6 6 12-13" />
    </svg>
  );
}

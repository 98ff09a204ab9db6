import type { ReactNode } from 'react';

/** The mark of the page: a form. */
export function Logo(): ReactNode {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M8 9.5h16M8 16.5h10M8 22.5h13" />
    </svg>
  );
}

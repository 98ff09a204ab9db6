import type { ReactNode } from 'react';

/**
 * Draws an icon of a page from its SVG path, in a square of 24 units, beside a word. Screen readers
 * skip it, because the word says the same.
 */
export function drawIcon(name: string, path: string): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-icon={name}>
      <path d={path} />
    </svg>
  );
}

/** Makes the component that draws the icons of a page from their paths. */
export function createIcon<Name extends string>(
  paths: Readonly<Record<Name, string>>,
): (props: { readonly name: Name }) => ReactNode {
  return ({ name }) => drawIcon(name, paths[name]);
}

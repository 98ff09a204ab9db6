import type { ReactNode } from 'react';

/**
 * Makes the component that draws the icons of a page from their SVG paths, in a square of 24 units,
 * beside a word. Screen readers skip them, because the word says the same.
 */
export function createIcon<Name extends string>(
  paths: Readonly<Record<Name, string>>,
): (props: { readonly name: Name }) => ReactNode {
  return ({ name }) => (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-icon={name}>
      <path d={paths[name]} />
    </svg>
  );
}

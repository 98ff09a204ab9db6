import type { ReactNode } from 'react';

/**
 * Draws text unchanged, in place of the Markdown renderer of the form library
 * (`markdown-to-jsx/react`). Without that renderer, the library's part of a page is a third
 * smaller.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}

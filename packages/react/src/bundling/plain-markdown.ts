import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx/react`, of which forms make no use: texts of agents are shown as
 * they are. With an alias in the bundler the page is a third of the library lighter.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}

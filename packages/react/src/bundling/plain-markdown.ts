import type { ReactNode } from 'react';

/**
 * Replaces `markdown-to-jsx/react`, which the form library brings: texts of agents are shown as
 * they are, without Markdown. The alias makes the form library's part of the page a third lighter.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}

import { useState, type ReactNode } from 'react';

/** Draws a part of a result that people can fold and open. */
export function Disclosure(props: {
  readonly summary: ReactNode;
  /** True if the part is open at first. Default false. */
  readonly isOpen?: boolean;
  /** Further CSS classes of the element. Default: none. */
  readonly className?: string;
  /**
   * Draws the content. It is called only while the part is open, so that folded content takes no
   * time.
   */
  readonly draw: () => ReactNode;
}): ReactNode {
  const { summary, isOpen = false, className = '', draw } = props;
  const [open, setOpen] = useState(isOpen);
  return (
    <details
      className={`fw-fold ${className}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {open && draw()}
    </details>
  );
}

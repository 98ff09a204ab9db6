import { useState, type ReactNode } from 'react';

interface DisclosureProps {
  readonly summary: ReactNode;
  /** Default false. */
  readonly isOpen?: boolean;
  /** Default: none. */
  readonly className?: string;
  /** Called when it is open: what is folded costs nothing. */
  readonly draw: () => ReactNode;
}

/** A part that is folded. */
export function Disclosure(props: DisclosureProps): ReactNode {
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

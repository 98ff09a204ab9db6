import { useState, type ReactNode } from 'react';
import { useResult } from '../settings.ts';
import { WholeWindow } from './whole-window.tsx';

/** Draws a picture as a button that shows it in the whole window. */
export function Enlarging({
  name,
  children,
}: {
  readonly name: string;
  /** The picture. */
  readonly children: ReactNode;
}): ReactNode {
  const { messages } = useResult();
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <button
        type="button"
        className="fw-enlarge"
        title={messages.result.wholeWidth}
        onClick={() => setWhole(true)}
      >
        {children}
      </button>
      {isWhole && (
        <WholeWindow name={name} onClose={() => setWhole(false)}>
          {/* The browser gives the focus back when a window closes, not when it is taken away. */}
          <button
            type="button"
            className="fw-button fw-small"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
          >
            {messages.result.close}
          </button>
          {children}
        </WholeWindow>
      )}
    </>
  );
}

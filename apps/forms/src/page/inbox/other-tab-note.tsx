import type { ReactNode } from 'react';
import { useInboxTexts } from './inbox-texts.ts';

/** Draws the note that another tab has an answer to the question too. */
export function OtherTabNote({ onExchange }: { readonly onExchange: () => void }): ReactNode {
  const inboxTexts = useInboxTexts();
  return (
    <p className="note" role="status">
      {inboxTexts.otherTab}{' '}
      <button type="button" onClick={onExchange}>
        {inboxTexts.exchange}
      </button>
    </p>
  );
}

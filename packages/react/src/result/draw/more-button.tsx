import type { ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { useResult } from '../settings.ts';

interface MoreButtonProps {
  /** How many are not shown; absent where it is not known. */
  readonly left?: number;
  readonly onMore: () => void;
}

/** Shows more of what is long; nothing while there is no more. */
export function MoreButton({ left, onMore }: MoreButtonProps): ReactNode {
  const { messages } = useResult();
  if (left !== undefined && left <= 0) return null;
  const text =
    left === undefined
      ? messages.result.showMore
      : messages.result.more(formatNumber(left, messages.language));
  return (
    <button type="button" className="fw-button fw-more" onClick={onMore}>
      {text}
    </button>
  );
}

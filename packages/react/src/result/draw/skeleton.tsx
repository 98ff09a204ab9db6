import { formatNumber } from '../../text/format-number.ts';
import { useResult } from '../settings.ts';
import type { JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';

/** True for what will need the whole width. */
export function isLong(schema: JsonSchema): boolean {
  return ['array', 'object'].includes(String(schema['type'])) || 'contentMediaType' in schema;
}

/** A bar, or some, where a value is still to come. The region around says that it is busy. */
export function Skeleton({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const short = schema['type'] === 'string' ? 'middle' : 'short';
  const widths = isLong(schema) ? ['long', 'long', 'middle'] : [short];
  return (
    <span className="fw-skeleton" aria-hidden="true">
      {widths.map((width, at) => (
        <span key={at} data-fw-width={width} />
      ))}
    </span>
  );
}

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

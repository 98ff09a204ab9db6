import type { JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { useResult } from '../settings.ts';

/** True for a schema whose value will need the whole width of the result. */
export function isLong(schema: JsonSchema): boolean {
  return ['array', 'object'].includes(String(schema['type'])) || 'contentMediaType' in schema;
}

/**
 * Draws grey bars in place of a value that has not arrived yet. Screen readers skip them, because
 * the region around them is marked as busy.
 */
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

/** Draws the button that shows more of a long value; draws nothing once all of it is shown. */
export function MoreButton({
  hiddenCount,
  onMore,
}: {
  /** The number of hidden items; absent if it is unknown. */
  readonly hiddenCount?: number;
  readonly onMore: () => void;
}): ReactNode {
  const { messages } = useResult();
  if (hiddenCount !== undefined && hiddenCount <= 0) return null;
  const text =
    hiddenCount === undefined
      ? messages.result.showMore
      : messages.result.more(formatNumber(hiddenCount, messages.language));
  return (
    <button type="button" className="fw-button fw-more" onClick={onMore}>
      {text}
    </button>
  );
}

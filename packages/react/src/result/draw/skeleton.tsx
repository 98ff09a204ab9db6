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

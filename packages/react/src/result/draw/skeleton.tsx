import type { JsonSchema } from '@formwork/core';
import type { ReactNode } from 'react';

/** A bar, or some, where a value is still to come. The region around says that it is busy. */
export function Skeleton({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const isLong = schema['type'] === 'array' || schema['type'] === 'object';
  const widths = isLong
    ? ['long', 'long', 'middle']
    : [schema['type'] === 'string' ? 'middle' : 'short'];
  return (
    <span className="fw-skeleton" aria-hidden="true">
      {widths.map((width, at) => (
        <span key={at} data-fw-width={width} />
      ))}
    </span>
  );
}

import { isRecord } from '@formwork/core';
import type { ReactNode } from 'react';
import { toFieldLabel, toPropertySchema } from '../parts/to-field-label.ts';

/** The shape of the result, before there is one. */
export function ResultSkeleton({ schema }: { readonly schema: unknown }): ReactNode {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties).slice(0, 6);
  return (
    <dl className="summary pending" aria-hidden="true">
      {names.map((name) => (
        <div key={name}>
          <dt>{toFieldLabel(toPropertySchema(schema, name), name)}</dt>
          <dd>
            <span className="skeleton" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { isRecord } from '@formwork/schema/json';
import type { ReactNode } from 'react';
import { DefaultObjectField, type FieldProps } from '../rjsf.ts';
import { lazyWidget } from './lazy-widget.tsx';

/** The field of an object with property names that the person chooses. */
const OpenGroup = lazyWidget(async () => (await import('./open-group.tsx')).OpenGroup);

/**
 * Draws the field of an object. If the person chooses the names of properties, a new entry joins
 * the data once it has a name.
 */
export function MapField(props: FieldProps): ReactNode {
  const { additionalProperties } = props.schema;
  return isRecord(additionalProperties) ? (
    <OpenGroup {...props} entry={additionalProperties} />
  ) : (
    <DefaultObjectField {...props} />
  );
}

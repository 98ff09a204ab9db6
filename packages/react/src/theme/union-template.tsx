import type { ReactNode } from 'react';
import type { MultiSchemaFieldTemplateProps } from '../rjsf.ts';

/** The choice between alternatives, and the one that was chosen. */
export function UnionTemplate(props: MultiSchemaFieldTemplateProps): ReactNode {
  return (
    <>
      {props.selector}
      {props.optionSchemaField}
    </>
  );
}

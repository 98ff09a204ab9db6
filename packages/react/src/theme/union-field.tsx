import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { DefaultUnionField, type FieldProps } from '../rjsf.ts';
import { withChoice } from './schema-field.tsx';

/** Draws alternatives: the data choose one when the field appears, and then only the person does. */
export function UnionField(props: FieldProps): ReactNode {
  const { registry } = props;
  const isChosen = useRef(false);
  useEffect(() => {
    isChosen.current = true;
  }, []);
  const choosing = useMemo(() => withChoice(registry, isChosen), [registry]);
  return <DefaultUnionField {...props} registry={choosing} />;
}

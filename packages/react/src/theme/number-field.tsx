import { useState, type ReactNode } from 'react';
import type { FieldProps } from '../rjsf.ts';
import { readNumber } from '../text/read-number.ts';
import { useFormSettings } from './form-settings.ts';

interface Typed {
  readonly text: string;
  readonly value: unknown;
}

/**
 * A number as it is typed: the text stays as long as the value is the one that was read from it.
 * Text that is no number, or more than one, is the value itself, which no schema of numbers takes.
 */
export function NumberField(props: FieldProps): ReactNode {
  const { registry, schema, formData, onChange } = props;
  const { language } = useFormSettings().messages;
  const [typed, setTyped] = useState<Typed>();
  const { StringField } = registry.fields;
  if (StringField === undefined) return null;
  const isWhole = [schema.type].flat().includes('integer');

  const change: FieldProps['onChange'] = (next: unknown, ...rest) => {
    // Choices give the value itself, and an empty field none.
    if (typeof next !== 'string') {
      onChange(next, ...rest);
      return;
    }
    const reading = readNumber(next, { language, isWhole });
    const value = reading.kind === 'number' ? reading.value : next;
    setTyped({ text: next, value });
    onChange(value, ...rest);
  };
  const shown = typed !== undefined && Object.is(typed.value, formData) ? typed.text : formData;
  return <StringField {...props} formData={shown} onChange={change} />;
}

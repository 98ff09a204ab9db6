import { type ReactNode, useState } from 'react';
import type { FieldProps } from '../rjsf.ts';
import { readNumber } from '../text/read-number.ts';
import { useFormSettings } from './form-settings.ts';
import { WidgetField } from './widget-field.tsx';

/**
 * Draws a field for a number. The text stays as it was typed if the value is the number read from
 * it. A text that is not exactly one number becomes the value itself, which the schema refuses.
 */
export function NumberField(props: FieldProps): ReactNode {
  const { schema, formData, onChange } = props;
  const { language } = useFormSettings().messages;
  const [typed, setTyped] = useState<{
    readonly text: string;
    readonly value: unknown;
  }>();
  const isWhole = [schema.type].flat().includes('integer');

  const change: FieldProps['onChange'] = (next: unknown, ...rest) => {
    // A select reports its value and not a text, and an empty field reports no value.
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
  return <WidgetField {...props} formData={shown} onChange={change} />;
}

import type { ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { useFormSettings } from './form-settings.ts';

/** Draws the browser's choice of a colour, beside the field in which it can be typed. */
export function ColorWidget(props: WidgetProps): ReactNode {
  const { messages } = useFormSettings();
  const { value, onChange, disabled, readonly } = props;
  const isFixed = disabled === true || readonly === true;
  const isColor = typeof value === 'string' && /^#[\da-f]{6}$/iu.test(value);
  return (
    <input
      type="color"
      aria-label={messages.pickColor}
      // Browsers show a colour even for an empty field, so the style sheet covers the control
      // then.
      value={isColor ? value : '#808080'}
      data-fw-unset={!isColor || undefined}
      disabled={isFixed}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

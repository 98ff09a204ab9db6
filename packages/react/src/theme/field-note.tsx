import type { JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import { useFormSettings } from './form-settings.ts';

/** Draws the words beside the label of a field: that it is required, fixed or deprecated. */
export function FieldNote({
  schema,
  isRequired,
  isFixed = false,
}: {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** True if the value cannot be changed. Default false. */
  readonly isFixed?: boolean;
}): ReactNode {
  const { messages } = useFormSettings();
  const words = [
    ...(isFixed ? [messages.fixed] : isRequired ? [messages.required] : []),
    ...(schema['deprecated'] === true ? [messages.deprecated] : []),
  ];
  return words.map((word) => (
    <span key={word} className="fw-note">
      {` (${word})`}
    </span>
  ));
}

import { NULLABLE } from '../form-schema/form-keywords.ts';
import type { WidgetProps } from '../rjsf.ts';

/** Returns the value of an empty field: `null` if the schema allows it, else `undefined`. */
export function toEmpty(schema: WidgetProps['schema']): unknown {
  return NULLABLE in schema ? null : undefined;
}

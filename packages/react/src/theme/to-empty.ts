import { FORM_DEFAULT, NULLABLE } from '../form-schema/form-keywords.ts';
import { ADDITIONAL_PROPERTY_FLAG, type FieldPathList, type WidgetProps } from '../rjsf.ts';

/** Returns the value of an empty field: `null` if the schema allows it, else `undefined`. */
export function toEmpty(schema: WidgetProps['schema']): unknown {
  return NULLABLE in schema ? null : undefined;
}

/**
 * Returns the value of a list that has no items left: it is not given, unless it must be, or unless
 * the agent would fill in its default.
 */
export function toEmptyList(
  schema: WidgetProps['schema'],
  { isRequired, path }: { readonly isRequired: boolean; readonly path: FieldPathList },
): unknown {
  const isKept =
    isRequired ||
    FORM_DEFAULT in schema ||
    ADDITIONAL_PROPERTY_FLAG in schema ||
    typeof path.at(-1) !== 'string';
  return NULLABLE in schema || !isKept ? toEmpty(schema) : [];
}

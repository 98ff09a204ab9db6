import type { ReactNode } from 'react';
import type { FieldProps } from '../rjsf.ts';
import { FieldWidget } from './field-widget.tsx';
import { toEmptyList } from './to-empty.ts';

/**
 * Draws a field whose whole value is in one control: a text, a number, a yes or no, or a list of
 * choices or files.
 */
export function WidgetField(props: FieldProps): ReactNode {
  const { schema, fieldPathId, formData, name, title, registry, onChange } = props;
  const { path } = props.childFieldPathId ?? fieldPathId;
  return (
    <FieldWidget
      id={fieldPathId.$id}
      name={name}
      label={schema.title ?? title ?? name}
      multiple={[schema.type].flat().includes('array')}
      schema={schema}
      options={{ path }}
      registry={registry}
      value={formData}
      required={props.required === true}
      disabled={props.disabled === true}
      readonly={props.readonly === true}
      onChange={(value: unknown) => {
        const isRequired = props.required === true;
        const isEmpty = Array.isArray(value) && value.length === 0;
        onChange(isEmpty ? toEmptyList(schema, { isRequired, path }) : value, path);
      }}
      onBlur={props.onBlur}
      onFocus={props.onFocus}
      {...(props.rawErrors === undefined ? {} : { rawErrors: props.rawErrors })}
    />
  );
}

// The only file that knows the form library. What the rest of the package needs of it has its name here.
// Not from its index, which imports a validator that generates code.
import LibraryForm from '@rjsf/core/lib/components/Form.js';
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import {
  ADDITIONAL_PROPERTY_FLAG,
  RJSF_REF_CYCLE_KEY,
  toFieldPathId,
  type CyclicSchemaExpandProps,
  type ErrorListProps,
  type ErrorSchema,
  type Field,
  type FieldPathId,
  type FieldPathList,
  type FieldProps,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type OptionalDataControlsTemplateProps,
  type Registry,
  type ValidatorType,
  type WidgetProps,
} from '@rjsf/utils';

export { ADDITIONAL_PROPERTY_FLAG, RJSF_REF_CYCLE_KEY, toFieldPathId };
export type {
  CyclicSchemaExpandProps,
  ErrorListProps,
  ErrorSchema,
  Field,
  FieldPathId,
  FieldPathList,
  FieldProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  OptionalDataControlsTemplateProps,
  Registry,
  ValidatorType,
  WidgetProps,
};

/** The form of the library, which takes `null` as a whole for nothing and forgets it. */
export class RjsfForm extends LibraryForm {
  override getStateFromProps(
    ...args: Parameters<LibraryForm['getStateFromProps']>
  ): ReturnType<LibraryForm['getStateFromProps']> {
    const state = super.getStateFromProps(...args);
    return args[1] === null ? { ...state, formData: null } : state;
  }
}

/** The field that draws a schema, whichever it is. */
export const DefaultSchemaField: Field = SchemaField;

/** The field that draws lists. */
export const DefaultArrayField: Field = ArrayField as Field;

/** Between the names in ids of fields: ids are made into element ids by `toElementId`. */
export const ID_SEPARATOR = '/';

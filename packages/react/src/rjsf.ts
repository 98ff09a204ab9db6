// The only file that knows the form library. What the rest of the package needs of it has its name here.
// Not from its index, which imports a validator that generates code.
import LibraryForm from '@rjsf/core/lib/components/Form.js';
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import { ADDITIONAL_PROPERTY_KEY_REMOVE } from '@rjsf/core/lib/components/constants.js';
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
    const [props, data, ...rest] = args;
    // A group in the place of `null` comes as nothing too, as all of its fields are empty.
    const isOpened = data === undefined && rest[5]?.formData === null;
    const state = super.getStateFromProps(props, isOpened ? {} : data, ...rest);
    return data === null ? { ...state, formData: null } : state;
  }
}

/** The field that draws a schema, whichever it is. */
export const DefaultSchemaField: Field = SchemaField;

/** The field that draws groups. */
export const DefaultObjectField: Field = ObjectField as Field;

/** The value that the form library reports for an entry that was removed. */
export const REMOVED: unknown = ADDITIONAL_PROPERTY_KEY_REMOVE;

/** The field that draws lists. */
export const DefaultArrayField: Field = ArrayField as Field;

/** Between the names in ids of fields: ids are made into element ids by `toElementId`. */
export const ID_SEPARATOR = '/';

// The only file that imports the form library (RJSF), so that all parts of it that the package uses
// have their names here. It avoids the library's index, which imports a validator that generates
// code.

import { ADDITIONAL_PROPERTY_KEY_REMOVE } from '@rjsf/core/lib/components/constants.js';
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import LibraryForm from '@rjsf/core/lib/components/Form.js';
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
import { keepEqualParts } from './form-schema/keep-equal-parts.ts';

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

type SchemaUtils = Registry['schemaUtils'];

/** The library's helper for schemas with some methods replaced; all others stay its own. */
export function replaceMethods(utils: SchemaUtils, methods: Partial<SchemaUtils>): SchemaUtils {
  return new Proxy(utils, {
    get: (_utils, name) => Reflect.get(name in methods ? methods : utils, name),
  });
}

const keeping = new WeakSet<SchemaUtils>();

/** Makes the library keep the data of fields whose schema stays the same. */
function keepData(schemaUtils: SchemaUtils): void {
  if (keeping.has(schemaUtils)) return;
  keeping.add(schemaUtils);
  const clear = schemaUtils.sanitizeDataForNewSchema.bind(schemaUtils);
  const sanitizeDataForNewSchema: SchemaUtils['sanitizeDataForNewSchema'] = (...args) => {
    const [next = {}, old = {}, data] = args;
    return keepEqualParts(data, clear(...args), { next, old });
  };
  Object.assign(schemaUtils, { sanitizeDataForNewSchema });
}

/**
 * The form component of the form library, changed so that it keeps `null` as the whole value, which
 * the library would treat as no value, and the data of fields that stay.
 */
export class RjsfForm extends LibraryForm {
  override getStateFromProps(
    ...args: Parameters<LibraryForm['getStateFromProps']>
  ): ReturnType<LibraryForm['getStateFromProps']> {
    const [props, data, ...rest] = args;
    // A group that replaces `null` arrives as `undefined`, because all of its fields are empty.
    const isOpened = data === undefined && rest[5]?.formData === null;
    const state = super.getStateFromProps(props, isOpened ? {} : data, ...rest);
    keepData(state.schemaUtils);
    return data === null ? { ...state, formData: null } : state;
  }
}

/** The form library's own field for any schema. */
export const DefaultSchemaField: Field = SchemaField;

/** The form library's own field for groups. */
export const DefaultObjectField: Field = ObjectField as Field;

/** The form library's own field for alternatives. */
export const DefaultUnionField: Field = MultiSchemaField as Field;

/** The value that the form library reports when an entry with a free name is removed. */
export const REMOVED: unknown = ADDITIONAL_PROPERTY_KEY_REMOVE;

/**
 * The character between names in the form library's id of a field; `toElementId` turns such an id
 * into that of an element.
 */
export const ID_SEPARATOR = '/';

import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import { createFormData } from '../form-schema/create-form-data.ts';
import {
  JSON_EDITOR,
  LATER_REFERENCE,
  LAZY_REFERENCE,
  followReferences,
  toReference,
} from '../form-schema/form-keywords.ts';

import { DefaultSchemaField, RJSF_REF_CYCLE_KEY, type FieldProps, type Registry } from '../rjsf.ts';

const EDITOR = { 'ui:field': 'JsonField', 'ui:fieldReplacesAnyOrOneOf': true };
const FOLDED = { 'ui:enableOptionalDataFieldForType': ['object' as const] };

/**
 * Draws the field of any schema: an editor for JSON, a group that can be folded, or more fields.
 */
export function SchemaField(props: FieldProps): ReactNode {
  const { schema, required = false, fieldPathId } = props;
  const registry = withFormData(props.registry);
  const resolved = resolve(schema, registry.rootSchema);
  const isFolded = !required && fieldPathId.path.length > 0 && canFold(resolved);
  const uiSchema = JSON_EDITOR in resolved ? EDITOR : isFolded ? FOLDED : {};
  const { [LAZY_REFERENCE]: lazy, [LATER_REFERENCE]: later, ...rest } = schema;
  const waits = lazy !== undefined || later !== undefined;
  const followed = waits ? { ...rest, $ref: toReference(schema) } : schema;
  // A group that folds needs no protection from endless recursion, and it is open if it has data.
  const drawn = isFolded
    ? { ...followed, [RJSF_REF_CYCLE_KEY]: false }
    : lazy === undefined || props.formData !== undefined
      ? followed
      : { ...followed, [RJSF_REF_CYCLE_KEY]: true };
  return <DefaultSchemaField {...props} schema={drawn} registry={registry} uiSchema={uiSchema} />;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return followReferences(schema, root) ?? schema;
}

/** True for the schema of a group that has fields and can be folded. */
function canFold(schema: JsonSchema): boolean {
  const { properties } = schema;
  const isUnion = 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema;
  return !isUnion && isRecord(properties) && Object.keys(properties).length > 0;
}

const registries = new WeakMap<Registry, Registry>();

/**
 * Copies the form library's registry, so that `createFormData` fills in parts that the person adds,
 * such as a row.
 */
function withFormData(registry: Registry): Registry {
  const known = registries.get(registry);
  if (known !== undefined) return known;
  const { schemaUtils, rootSchema } = registry;
  const filling: typeof schemaUtils = Object.create(schemaUtils, {
    // Alternatives within a field are resolved only when that field is drawn.
    retrieveSchema: {
      value: (schema: JsonSchema, data: unknown) => schemaUtils.retrieveSchema(schema, data),
    },
    getDefaultFormState: {
      value: (schema: JsonSchema, data: unknown): unknown => {
        const resolved = resolve(schema, rootSchema);
        const filled = createFormData(resolved, rootSchema, data ?? undefined);
        const { properties } = resolved;
        if (!isRecord(properties) || !isRecord(filled)) return filled;
        // A group that the person has added stays, even if it has no values.
        const empty = Object.keys(properties).map((name) => [name, undefined] as const);
        return { ...Object.fromEntries(empty), ...filled };
      },
    },
  });
  const made = { ...registry, schemaUtils: filling };
  registries.set(registry, made);
  registries.set(made, made);
  return made;
}

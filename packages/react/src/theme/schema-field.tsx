import type { JsonSchema } from '@formwork/schema';
import { isRecord, isSameJson } from '@formwork/schema/json';
import { useState, type ReactNode } from 'react';
import { createFormData } from '../form-schema/create-form-data.ts';
import { canFold, listNames } from '../form-schema/fold-groups.ts';
import {
  FOLDED,
  FORM_DEFAULT,
  JSON_EDITOR,
  LATER_REFERENCE,
  LAZY_REFERENCE,
  NEEDED,
  NULLABLE,
  resolveSchema,
  toReference,
} from '../form-schema/form-keywords.ts';
import {
  DefaultSchemaField,
  type FieldProps,
  type Registry,
  replaceMethods,
  RJSF_REF_CYCLE_KEY,
} from '../rjsf.ts';
import { useFormSettings } from './form-settings.ts';
import { leadsInto, isRestored } from './sought-path.ts';

const EDITOR = { 'ui:field': 'JsonField', 'ui:fieldReplacesAnyOrOneOf': true };
const FOLDING = { 'ui:enableOptionalDataFieldForType': ['object' as const] };

/**
 * Draws the field of any schema: an editor for JSON, a group that can be folded, or more fields.
 */
export function SchemaField(props: FieldProps): ReactNode {
  const { schema, required = false, fieldPathId } = props;
  const { path } = fieldPathId;
  const registry = withFormData(props.registry);
  const resolved = resolveSchema(schema, registry.rootSchema);
  const canBeNull = NULLABLE in resolved;
  const isInner = path.length > 0;
  const isMarked = resolved[FOLDED] === true;
  const mayBeAbsent = !required || canBeNull || isMarked;
  const canClose = mayBeAbsent && isInner && canFold(resolved);
  const names = canClose ? listNames(resolved, registry.rootSchema) : [];
  const isFolded = names.length > 0;
  const { readonly, formData } = props;
  // What is required and not given is entered although it is to be read only: nothing else gives it.
  const [isGiven] = useState(!required || formData !== undefined);
  const isEntered = resolved['readOnly'] === true && !isGiven && readonly !== true;
  const { revealing, restored } = useFormSettings();
  // A group that has values and is marked is drawn when the person opens it.
  const [isFull] = useState(
    isMarked &&
      isRecord(formData) &&
      !leadsInto(path, revealing.path) &&
      !isRestored(path, restored),
  );
  const look = JSON_EDITOR in resolved ? EDITOR : isFolded ? FOLDING : {};
  const uiSchema = isEntered ? { ...look, 'ui:readonly': false } : look;
  const { [LAZY_REFERENCE]: lazy, [LATER_REFERENCE]: later, ...siblings } = schema;
  const waits = lazy !== undefined || later !== undefined;
  const plain = waits ? { ...siblings, $ref: toReference(schema) } : schema;
  const followed = isMarked && required ? { ...plain, [NEEDED]: true } : plain;
  // A group that folds needs no protection from endless recursion, and it is open if it has data.
  const drawn =
    isFull && isMarked
      ? { ...followed, [FOLDED]: false, [RJSF_REF_CYCLE_KEY]: true }
      : isFolded
        ? { ...followed, [RJSF_REF_CYCLE_KEY]: false }
        : lazy === undefined || formData !== undefined
          ? followed
          : { ...followed, [RJSF_REF_CYCLE_KEY]: true };
  const change: FieldProps['onChange'] = (value, at, ...changeArgs) => {
    const isOwn = at.length === path.length;
    props.onChange(
      isFolded && canBeNull && isOwn && value === undefined ? null : value,
      at,
      ...changeArgs,
    );
  };
  return (
    <DefaultSchemaField
      {...props}
      {...(isFolded
        ? { required: false, onChange: change, formData: keepOpen(formData, names) }
        : {})}
      schema={drawn}
      registry={registry}
      uiSchema={uiSchema}
    />
  );
}

/** Keeps a group open that has no values: an empty one counts as not given for the library. */
function keepOpen(data: unknown, names: readonly string[]): unknown {
  if (!isRecord(data) || Object.keys(data).length > 0) return data;
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

const registries = new WeakMap<Registry, Registry>();

/**
 * Copies the form library's registry, so that `createFormData` fills in parts that the person adds,
 * such as a row.
 */
function withFormData(registry: Registry): Registry {
  const cached = registries.get(registry);
  if (cached !== undefined) return cached;
  const { schemaUtils, rootSchema } = registry;
  const filling = replaceMethods(schemaUtils, {
    // Alternatives within a field are resolved only when that field is drawn.
    retrieveSchema: (schema, data) => schemaUtils.retrieveSchema(schema, data),
    getDefaultFormState(schema, data: unknown) {
      const resolved = resolveSchema(schema, rootSchema);
      const names = listNames(resolved, rootSchema);
      // A group that may be null is opened for its fields.
      const { [NULLABLE]: _null, [FORM_DEFAULT]: preset, ...group } = resolved;
      const isOpened = names.length > 0 && (preset ?? undefined) === undefined;
      const filled = createFormData(isOpened ? group : resolved, rootSchema, data ?? undefined);
      // A group that the person has added stays, even if it has no values.
      return keepOpen(filled, names);
    },
    sanitizeDataForNewSchema: (next = {}, old = {}, data: unknown): unknown =>
      schemaUtils.sanitizeDataForNewSchema(
        withoutNullFields(next),
        withoutNullFields(old),
        toEntered(old, data),
      ),
  });
  const copy = { ...registry, schemaUtils: filling };
  registries.set(registry, copy);
  registries.set(copy, copy);
  return copy;
}

/**
 * Copies a registry for one union, whose alternative stays once `isChosen`: data that fit another
 * one as well, or this one no more, change nothing that the person has chosen.
 */
export function withChoice(registry: Registry, isChosen: { readonly current: boolean }): Registry {
  const { schemaUtils } = registry;
  const choosing = replaceMethods(schemaUtils, {
    getClosestMatchingOption(...args) {
      const [data, options, selected = 0] = args;
      const fits = (option: JsonSchema | undefined): boolean => isTagged(option, data);
      // A wrong value in an alternative does not make it another one.
      const tagged = fits(options[selected]) ? selected : options.findIndex(fits);
      if (tagged !== -1) return tagged;
      // A new form has what its first alternative begins with.
      const first = createFormData(options[selected], registry.rootSchema);
      if (isChosen.current || isSameJson(first, data)) return selected;
      // Without constants, the only one that has all it requires is the one, whatever is wrong; else
      // the only one that has anything that it requires.
      for (const quantity of ['every', 'some'] as const) {
        const named = [...options.keys()].filter((at) => hasRequired(options[at], data, quantity));
        if (named.length === 1) return named[0] ?? 0;
      }
      return schemaUtils.getClosestMatchingOption(...args);
    },
  });
  const copy = { ...registry, schemaUtils: choosing };
  // The fields of an alternative have nothing of this union.
  registries.set(copy, registry);
  return copy;
}

/** Copies an alternative whose fields may not be null, so that the same type keeps its value. */
function withoutNullFields(option: JsonSchema): JsonSchema {
  if (!isRecord(option['properties'])) return option;
  const fields = Object.entries(option['properties']).map(([name, field]) => [
    name,
    isRecord(field) && Array.isArray(field['type']) ? { ...field, type: field['type'][0] } : field,
  ]);
  return { ...option, properties: Object.fromEntries(fields) };
}

/** Leaves out values that were not entered: null, and those that are still defaults. */
function toEntered({ properties }: JsonSchema, data: unknown): unknown {
  if (!isRecord(properties) || !isRecord(data)) return data;
  const entered = Object.entries(data).filter(([name, value]) => {
    const field = properties[name];
    const preset = isRecord(field) ? field[FORM_DEFAULT] : undefined;
    return value !== null && !(preset !== undefined && isSameJson(preset, value));
  });
  return Object.fromEntries(entered);
}

/** True if an alternative has constants, such as its `kind`, and data have all of them. */
function isTagged({ properties }: JsonSchema = {}, data: unknown): boolean {
  if (!isRecord(properties) || !isRecord(data)) return false;
  const tags = Object.entries(properties).filter(
    ([, field]) => isRecord(field) && Array.isArray(field['enum']) && field['enum'].length === 1,
  );
  return (
    tags.length > 0 &&
    tags.every(([name, field]) => isRecord(field) && isSameJson([data[name]], field['enum']))
  );
}

/** True if data have all, or something, that an alternative requires, and it requires something. */
function hasRequired(
  { required = [] }: JsonSchema = {},
  data: unknown,
  quantity: 'every' | 'some',
): boolean {
  const names: readonly unknown[] = [required].flat();
  return isRecord(data) && names.length > 0 && names[quantity]((name) => String(name) in data);
}

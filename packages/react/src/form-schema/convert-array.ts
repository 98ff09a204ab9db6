import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { toEditor, toInner, type FormConverter, type Place } from './form-converter.ts';

/** A list: rows of one schema, or one schema for each of the first places and one for the rest. */
export function convertArray(
  converter: FormConverter,
  place: Place & { readonly schema: JsonSchema },
): JsonSchema {
  const { schema } = place;
  const listed = ['prefixItems', 'items'].find((name) => Array.isArray(schema[name]));
  const bounds = toBounds(schema, converter.limits.minItems);
  if (listed !== undefined) {
    const list = Array.isArray(schema[listed]) ? schema[listed] : [];
    if (list.length > converter.limits.choices) return toEditor(converter, place, 'size');
    const items = list.map((_item, position) =>
      convertRow(converter, toInner(place, [listed, position])),
    );
    const rest = listed === 'prefixItems' ? 'items' : 'additionalItems';
    const isOpen = isRecord(schema[rest]);
    const additionalItems = isOpen ? convertRow(converter, toInner(place, [rest])) : false;
    return { type: 'array', items, additionalItems, ...bounds };
  }
  if (schema['items'] === false) return { type: 'array', items: {}, maxItems: 0 };
  return { type: 'array', items: convertRow(converter, toInner(place, ['items'])), ...bounds };
}

function convertRow(converter: FormConverter, place: Place): JsonSchema {
  return converter.convert(place) ?? toEditor(converter, place, 'anything');
}

function toBounds(schema: JsonSchema, limit: number): JsonSchema {
  const { minItems, maxItems } = schema;
  return {
    ...(typeof minItems === 'number' && minItems > 0
      ? { minItems: Math.min(minItems, limit) }
      : {}),
    ...(typeof maxItems === 'number' && maxItems >= 0 ? { maxItems } : {}),
    ...(schema['uniqueItems'] === true ? { uniqueItems: true } : {}),
  };
}

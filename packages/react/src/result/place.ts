import { appendPointer, isRecord, getOwn } from '@formwork/schema/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import { toWords } from '../form-schema/to-words.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';
import { cutVisibleText } from '../text/visible-text.ts';

/** The maximum length of a label, in characters; a longer one is cut. */
const MAX_LABEL = 120;

/**
 * A value of a result that is to be drawn, with what its schema and its surroundings say about it.
 */
export interface ResultPlace {
  readonly value: Json;
  /**
   * The schema of the value, with references followed and an alternative chosen; `{}` if there is
   * none.
   */
  readonly schema: JsonSchema;
  /** JSON pointer (RFC 6901) to the value in the result. */
  readonly pointer: string;
  /**
   * The name of the property that holds the value, or the list that it is an item of; `''` for the
   * whole result.
   */
  readonly name: string;
  /** The label of the value: the title of its schema, or its name in words. */
  readonly label: string;
  /** The id of the element that shows the label; absent if none does. */
  readonly labelId?: string;
  /**
   * The least number of decimals to write, such as that of a column; absent if the number itself
   * decides.
   */
  readonly decimals?: number;
  /** The name of the member that is the headline above the group, and so is not drawn again. */
  readonly told?: string;
  /** The number of groups and lists around the value. */
  readonly depth: number;
  /** The object or list that holds the value. */
  readonly parent?: Json;
}

/** The place of a member of an object in a result. */
export function toMemberPlace(
  reader: SchemaReader,
  place: ResultPlace,
  member: { readonly name: string; readonly value: Json },
): ResultPlace {
  const schema = reader.read(reader.member(place.schema, member.name), member.value);
  return {
    value: member.value,
    schema,
    pointer: appendPointer(place.pointer, member.name),
    name: member.name,
    label: toMemberLabel(place.schema, { name: member.name, schema }),
    depth: place.depth + 1,
    parent: place.value,
  };
}

/** The place of an item of a list in a result; `position` counts from 0. */
export function toItemPlace(
  reader: SchemaReader,
  place: ResultPlace,
  item: { readonly position: number; readonly value: Json },
): ResultPlace {
  const schema = reader.read(reader.item(place.schema, item.position), item.value);
  return {
    value: item.value,
    schema,
    pointer: appendPointer(place.pointer, item.position),
    name: place.name,
    label: toResultLabel(schema, place.label),
    depth: place.depth + 1,
    parent: place.value,
  };
}

/** The label of a member of an object, by the schema of the object and its own. */
export function toMemberLabel(
  group: JsonSchema,
  { name, schema }: { readonly name: string; readonly schema: unknown },
): string {
  return isEntry(group, name) ? toKeyLabel(name) : toResultLabel(schema, name);
}

/**
 * True for a property whose name the schema does not list but allows, so that somebody has chosen
 * it.
 */
function isEntry(group: JsonSchema, name: string): boolean {
  const { properties, additionalProperties, patternProperties } = group;
  if (getOwn(properties, name) !== undefined) return false;
  return (
    isRecord(patternProperties) ||
    (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
  );
}

/** The label of a property whose name somebody has chosen: the name unchanged. */
function toKeyLabel(name: string): string {
  return name.trim() === '' ? JSON.stringify(name) : cutVisibleText(name, MAX_LABEL);
}

/** The label of a value: the title of its schema, or its name in words. */
export function toResultLabel(schema: unknown, name: string): string {
  const title = isRecord(schema) ? schema['title'] : undefined;
  const label = typeof title === 'string' && title.trim() !== '' ? title : toWords(name) || name;
  return cutVisibleText(label, MAX_LABEL);
}

import { appendPointer, isRecord, getOwn } from '@formwork/schema/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import { toWords } from '../form-schema/to-words.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';
import { cutVisibleText } from '../text/visible-text.ts';

/** Characters of a label; agents that say more are cut. */
const MAX_LABEL = 120;

/** A value on its way to the page. */
export interface ResultPlace {
  readonly value: Json;
  /** References followed and alternatives chosen; `{}` if nothing is known. */
  readonly schema: JsonSchema;
  /** JSON pointer (RFC 6901) into the result. */
  readonly pointer: string;
  /** Name of the property, or of the list that the value stands in; `''` for the whole result. */
  readonly name: string;
  /** The title, or the name in words. */
  readonly label: string;
  /** Id of the element that shows the label; absent if none does. */
  readonly labelId?: string;
  /** Digits behind the point, as in the rest of a column; absent where the number decides. */
  readonly decimals?: number;
  /** Name of the member that stands above the group already. */
  readonly told?: string;
  /** Groups and lists around it. */
  readonly depth: number;
  /** The object or list that the value is a member of. */
  readonly parent?: Json;
}

/** The place of a member of a group. */
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

/** The place of an item of a list, `position` from 0. */
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

/** The label of a member, by the schema of its group and its own. */
export function toMemberLabel(
  group: JsonSchema,
  { name, schema }: { readonly name: string; readonly schema: unknown },
): string {
  return isEntry(group, name) ? toKeyLabel(name) : toResultLabel(schema, name);
}

/** True for a name that somebody has chosen: the schema has one for values under any name. */
function isEntry(group: JsonSchema, name: string): boolean {
  const { properties, additionalProperties, patternProperties } = group;
  if (getOwn(properties, name) !== undefined) return false;
  return (
    isRecord(patternProperties) ||
    (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
  );
}

/** A name that somebody has chosen, as it is. */
function toKeyLabel(name: string): string {
  return name.trim() === '' ? JSON.stringify(name) : cutVisibleText(name, MAX_LABEL);
}

/** The title of a schema, or a name in words. */
export function toResultLabel(schema: unknown, name: string): string {
  const title = isRecord(schema) ? schema['title'] : undefined;
  const label = typeof title === 'string' && title.trim() !== '' ? title : toWords(name) || name;
  return cutVisibleText(label, MAX_LABEL);
}

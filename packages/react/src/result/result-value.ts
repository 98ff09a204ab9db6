import type { Json, JsonSchema } from '@formwork/schema';
import { appendPointer, isRecord, getOwn } from '@formwork/schema/json';
import { humanizeName } from '../form-schema/humanize-name.ts';
import { withoutUnit } from '../text/find-unit.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';

/** The maximum length of a label, in characters; a longer one is cut. */
const MAX_LABEL = 120;

/** A value of a result that is to be drawn, with its schema and facts about its surroundings. */
export interface ResultValue {
  readonly value: Json;
  /**
   * The schema of the value, with references followed and alternatives chosen; `{}` if the value
   * has none.
   */
  readonly schema: JsonSchema;
  /** JSON pointer (RFC 6901) to the value in the result. */
  readonly pointer: string;
  /**
   * The name of the property that holds the value, or that holds the list with the value as an
   * item; `''` for the whole result.
   */
  readonly name: string;
  /** The label of the value: the title of its schema, or its name in words. */
  readonly label: string;
  /** The id of the element that shows the label; absent if none does. */
  readonly labelId?: string;
  /**
   * The minimum number of decimals to write, such as that of a table's column; absent if the number
   * itself decides.
   */
  readonly decimals?: number;
  /**
   * The name of the member that is shown as the headline above this object, so that it is not drawn
   * again.
   */
  readonly told?: string;
  /** True if the value stands in a fold of its own, which names it. */
  readonly isUnfolded?: boolean;
  /** The number of groups and lists around the value. */
  readonly depth: number;
  /** The object or list that holds the value. */
  readonly parent?: Json;
}

/** Makes the place (a value with its schema) of an object's member in a result. */
export function toMemberValue(
  reader: SchemaReader,
  node: ResultValue,
  member: { readonly name: string; readonly value: Json },
): ResultValue {
  const schema = reader.read(reader.member(node.schema, member.name), member.value);
  return {
    value: member.value,
    schema,
    pointer: appendPointer(node.pointer, member.name),
    name: member.name,
    label: toMemberLabel(node.schema, { ...member, schema }),
    depth: node.depth + 1,
    parent: node.value,
  };
}

/**
 * Makes the place (a value with its schema) of a list's item in a result; `position` counts from 0.
 */
export function toItemValue(
  reader: SchemaReader,
  node: ResultValue,
  item: { readonly position: number; readonly value: Json },
): ResultValue {
  const schema = reader.read(reader.item(node.schema, item.position), item.value);
  return {
    value: item.value,
    schema,
    pointer: appendPointer(node.pointer, item.position),
    name: node.name,
    label: toResultLabel(schema, node.label),
    depth: node.depth + 1,
    parent: node.value,
  };
}

/**
 * Makes the label of an object's member from the schemas of the object and of the member. With the
 * number that is drawn beside it, the unit in its name is left to the number.
 */
export function toMemberLabel(
  group: JsonSchema,
  {
    name,
    schema,
    value,
  }: { readonly name: string; readonly schema: unknown; readonly value?: Json },
): string {
  if (isEntry(group, name)) return toKeyLabel(name);
  return toResultLabel(schema, typeof value === 'number' ? withoutUnit(name) : name);
}

/**
 * True for a property that the schema allows without listing its name, so that a person has chosen
 * the name.
 */
function isEntry(group: JsonSchema, name: string): boolean {
  const { properties, additionalProperties, patternProperties } = group;
  if (getOwn(properties, name) !== undefined) return false;
  return (
    isRecord(patternProperties) ||
    (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
  );
}

/** Makes the label of a property whose name a person has chosen: the name unchanged. */
function toKeyLabel(name: string): string {
  return name.trim() === '' ? JSON.stringify(name) : cutVisibleText(name, MAX_LABEL);
}

/** Makes the label of a value: the title of its schema, or its name in words. */
export function toResultLabel(schema: unknown, name: string): string {
  const title = isRecord(schema) ? schema['title'] : undefined;
  const label =
    typeof title === 'string' && title.trim() !== '' ? title : humanizeName(name) || name;
  return cutVisibleText(label, MAX_LABEL);
}

import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';

/** A member of an object that is drawn; its value is `undefined` if it has not arrived yet. */
export interface ListedMember {
  readonly name: string;
  readonly value: Json | undefined;
}

/** The maximum number of properties that are read from a schema. */
const MAX_DECLARED = 500;

/**
 * Lists the members of a result or summary in the order of its schema, and then those that the schema
 * lacks. With `withMissing`, declared members that have not arrived are listed, too, without a value.
 */
export function listMembers(
  group: JsonObject,
  schema: JsonSchema,
  withMissing: boolean,
): readonly ListedMember[] {
  const properties = toRecord(schema['properties']);
  const declared = Object.keys(properties).slice(0, MAX_DECLARED);
  const named = new Set(declared);
  const first = declared
    .filter((name) => withMissing || Object.hasOwn(group, name))
    .map((name) => ({ name, value: Object.hasOwn(group, name) ? group[name] : undefined }));
  const furtherMembers = Object.entries(group).flatMap(([name, value]) =>
    named.has(name) ? [] : [{ name, value }],
  );
  return [...first, ...furtherMembers];
}

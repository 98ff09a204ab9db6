import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { isCurrency } from '../../text/format-number.ts';
import { toVisibleText } from '../../text/visible-text.ts';

const TELLING =
  /^(?:winner|title|name|headline|answer|verdict|result|conclusion|recommendation|decision|subject|label|display_?name|full_?name|city|company|product)$/iu;

/** Names of members that a group is all about if it has a currency beside them. */
const SUM = /^(?:grand_?)?total$/iu;

/** Names of members of an address: none of its lines stands for the others. */
const ADDRESS = /^(?:street|zip|postal_?code|post_?code)/iu;

/** Characters of a headline; longer texts are to be read, not seen. */
const MAX_LENGTH = 120;

/** A member of a group, with its schema as far as it is known. */
export interface HeadlineMember {
  readonly name: string;
  readonly value: Json;
  readonly schema: JsonSchema;
}

/**
 * The member that a group is best known by: one with a telling name, else the sum of its money, else a
 * first short text.
 */
export function findHeadline(members: readonly HeadlineMember[]): string | undefined {
  if (members.some(({ name }) => ADDRESS.test(name))) return undefined;
  const texts = members.filter(
    ({ value, schema }) =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= MAX_LENGTH &&
      !value.includes('\n') &&
      ['format', 'enum', 'contentEncoding'].every((keyword) => !(keyword in schema)),
  );
  const telling = texts.find(({ name }) => TELLING.test(name));
  if (telling !== undefined) return telling.name;
  const hasCurrency = members.some(({ name, value }) => name === 'currency' && isCurrency(value));
  const sum = members.find(({ name, value }) => SUM.test(name) && typeof value === 'number');
  if (hasCurrency && sum !== undefined) return sum.name;
  return texts[0]?.name === members[0]?.name ? texts[0]?.name : undefined;
}

/** The headline of a group of which only a line is shown: the name of a member, and its text. */
export function toHeadline(
  group: JsonObject,
): { readonly name: string; readonly text: string } | undefined {
  const members = Object.entries(group)
    .filter(([, value]) => typeof value === 'string')
    .slice(0, 50)
    .map(([name, value]) => ({ name, value, schema: {} }));
  const name = findHeadline(members);
  if (name === undefined) return undefined;
  const text = group[name];
  return typeof text === 'string' ? { name, text: toVisibleText(text) } : undefined;
}

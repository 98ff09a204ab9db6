import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { isCurrency } from '../../text/format-number.ts';
import { toVisibleText } from '../../text/visible-text.ts';

const TELLING =
  /^(?:winner|title|name|headline|answer|verdict|result|conclusion|recommendation|decision|subject|label|display_?name|full_?name|city|company|product)$/iu;

/**
 * Matches the name of a member that is the headline of a group if it is an amount of money, such as
 * `total`.
 */
const SUM = /^(?:grand_?)?total$/iu;

/** Matches a name that shows that a group is an address, which has no headline. */
const ADDRESS = /^(?:street|zip|postal_?code|post_?code)/iu;

/** The maximum number of characters of a text that can be a headline. */
const MAX_LENGTH = 120;

/** A member of a group that may be its headline, with its schema as far as it is known. */
export interface HeadlineMember {
  readonly name: string;
  readonly value: Json;
  readonly schema: JsonSchema;
}

/**
 * The name of the member that makes the best headline of a group: one with a typical name such as
 * `title`, else the total of its money, else the first short text; `undefined` if none does.
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

/** The headline of a group of which only one line is shown: the name of a member, and its text. */
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

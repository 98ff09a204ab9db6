import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { isInlineData } from '../../text/inline-data.ts';
import { toVisibleText } from '../../text/visible-text.ts';
import { toCurrency } from './find-money.ts';
import { isMarkdownText } from './markdown-text.ts';

const TELLING =
  /^(?:winner|title|name|headline|answer|verdict|result|conclusion|recommendation|decision|subject|label|display_?name|full_?name|city|company|product)$/iu;

/**
 * Matches the name of a total, such as `grandTotal`, which is the headline of an object with a
 * currency.
 */
const SUM = /^(?:grand_?)?total$/iu;

/** Matches a name that occurs in addresses, such as `street`; an address gets no headline. */
const ADDRESS = /^(?:street|zip|postal_?code|post_?code)/iu;

/** The maximum length of a text that can be a headline, in characters. */
const MAX_LENGTH = 120;

/**
 * Finds the member that makes the best headline of an object: one with a typical name such as
 * `title`, else the total of its money, else the first short text; `undefined` if none does.
 */
export function findHeadline(
  members: readonly {
    readonly name: string;
    readonly value: Json;
    readonly schema: JsonSchema;
  }[],
): string | undefined {
  if (members.some(({ name }) => ADDRESS.test(name))) return undefined;
  const texts = members.filter(
    ({ value, schema }) =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= MAX_LENGTH &&
      !value.includes('\n') &&
      // It is drawn as Markdown below.
      !isMarkdownText(value) &&
      ['format', 'enum', 'contentEncoding', 'contentMediaType'].every(
        (keyword) => !(keyword in schema),
      ) &&
      !isInlineData(value, schema),
  );
  const telling = texts.find(({ name }) => TELLING.test(name));
  if (telling !== undefined) return telling.name;
  const hasCurrency = members.some(
    ({ name, value }) => name === 'currency' && toCurrency(value) !== undefined,
  );
  const sum = members.find(({ name, value }) => SUM.test(name) && typeof value === 'number');
  if (hasCurrency && sum !== undefined) return sum.name;
  return texts[0]?.name === members[0]?.name ? texts[0]?.name : undefined;
}

/** Finds the headline of an object that is shown in one line: the name of a member and its text. */
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

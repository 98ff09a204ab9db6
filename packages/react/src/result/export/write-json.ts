import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/** A piece of JSON that is not written yet: a text, or a value with its level of nesting. */
type Pending = { readonly text: string } | { readonly value: Json; readonly depth: number };

/** The maximum nesting that is indented; deeper lines would be mostly spaces. */
const MAX_INDENT = 32;

/**
 * Writes a value as indented JSON of at most `maxLength` characters. The time depends on that
 * length and not on the size of the value.
 */
export function writeJson(
  value: Json,
  maxLength: number,
): {
  readonly text: string;
  /** True if the text is only the beginning of the JSON. */
  readonly isCut: boolean;
} {
  const stack: Pending[] = [{ value, depth: 0 }];
  let text = '';
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (text.length >= maxLength) return { text: text.slice(0, maxLength), isCut: true };
    if ('text' in next) text += next.text;
    else if (typeof next.value === 'string') {
      text += JSON.stringify(next.value.slice(0, maxLength + 1));
    } else if (typeof next.value !== 'object' || next.value === null) text += String(next.value);
    else
      pushMembers(stack, { value: next.value, depth: next.depth, most: maxLength - text.length });
  }
  return text.length > maxLength
    ? { text: text.slice(0, maxLength), isCut: true }
    : { text, isCut: false };
}

/**
 * Writes a whole value as JSON for a file or the clipboard: indented unless it is nested too deep.
 */
export function toJsonText(value: Json): string {
  return writeJson(value, Number.POSITIVE_INFINITY).text;
}

function pushMembers(
  stack: Pending[],
  {
    value,
    depth,
    most,
  }: {
    readonly value: readonly Json[] | { readonly [name: string]: Json };
    readonly depth: number;
    /**
     * The number of characters that may still be written, at least 1; it bounds how many members are
     * read.
     */
    readonly most: number;
  },
): void {
  const isList = !isRecord(value);
  const members: readonly (readonly [string, Json])[] = isList
    ? toItems(value, most)
    : Object.entries(value).slice(0, most);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) {
    stack.push({ text: `${open}${close}` });
    return;
  }
  stack.push({ text: `${toIndent(depth)}${close}` });
  for (let at = members.length - 1; at >= 0; at -= 1) {
    const [name, member] = members[at] ?? ['', null];
    const lead = `${at === 0 ? open : ','}${toIndent(depth + 1)}`;
    stack.push({ value: member, depth: depth + 1 });
    stack.push({ text: isList ? lead : `${lead}${JSON.stringify(name)}: ` });
  }
}

function toItems(value: readonly Json[], most: number): readonly (readonly [string, Json])[] {
  return value.slice(0, most).map((item) => ['', item]);
}

function toIndent(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
}

import { MAX_STARS, MAX_TEXT, readUiHints, type UiHintIssue } from '../hints/ui-hints.ts';
import { UI_HINTS_KEYWORD } from '../hints/ui-hints.ts';
import { appendPointer, resolvePointer } from '../json/json-pointer.ts';
import { describeValue } from '../problems/describe-value.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { createSchemaIssue, type SchemaIssue } from './schema-issue.ts';

/**
 * Finds hints under `x-formwork-ui` that forms ignore, such as a misspelt name or a control that
 * cannot hold the value.
 */
export function checkUiHints(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  const { schema, pointer } = subschema;
  if (typeof schema === 'boolean') return [];
  return readUiHints(schema).faults.map((fault) => {
    const { name, reason, allowed } = fault;
    const all = appendPointer(pointer, UI_HINTS_KEYWORD);
    const at = name === '' ? all : appendPointer(all, name);
    const value = resolvePointer(root, at);
    const word = reason === 'name' ? name : findWord(value, allowed);
    const suggestion = word === undefined ? undefined : didYouMean(word, allowed);
    const hint = suggestion === undefined ? '' : `, did you mean ${JSON.stringify(suggestion)}?`;
    return createSchemaIssue(root, {
      code: 'schema-hint-unknown',
      severity: 'warning',
      pointer: at,
      expected: toExpectation(fault),
      current: `${reason === 'name' ? previewJson(name) : describeValue(value)}${hint}`,
    });
  });
}

/** Returns the word of a hint that is not known; the first one of a list. */
function findWord(value: unknown, allowed: readonly string[]): string | undefined {
  const words: readonly unknown[] = [value].flat();
  return words.find((word) => typeof word === 'string' && !allowed.includes(word)) as
    | string
    | undefined;
}

/** Writes what a hint must be, in words that complete "must be ...". */
function toExpectation({ reason, allowed }: UiHintIssue): string {
  switch (reason) {
    case 'object':
      return 'an object of hints';
    case 'name':
    case 'word':
      return `one of ${allowed.join(', ')}`;
    case 'text':
      return `a text of at most ${MAX_TEXT} characters`;
    case 'texts':
      return `texts by keyword, or by keyword and language, of at most ${MAX_TEXT} characters`;
    case 'names':
      return 'a list of names in "properties"';
    case 'type':
      return `a control for values of this type, such as ${allowed.slice(0, 3).join(', ')}`;
    case 'bounds':
      return `used with "minimum" and "maximum", of which a rating has at most ${MAX_STARS}`;
  }
}

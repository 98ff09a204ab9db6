import { readUiHints, UI_HINTS_KEYWORD } from '../hints/ui-hints.ts';
import { appendPointer, resolvePointer } from '../json/json-pointer.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import { describeValue } from '../problems/describe-value.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { createSchemaIssue, type SchemaIssue } from './schema-issue.ts';

/**
 * Finds hints under `x-formwork-ui` that forms ignore, such as a misspelt name or a control that
 * cannot hold the value.
 */
export function checkUiHints(root: JsonSchema, place: Subschema): readonly SchemaIssue[] {
  const { schema, pointer } = place;
  if (typeof schema === 'boolean') return [];
  return readUiHints(schema).faults.map(({ path, expected, known }) => {
    const at = path.reduce<string>(appendPointer, appendPointer(pointer, UI_HINTS_KEYWORD));
    const name = String(path.at(-1) ?? '');
    const value = resolvePointer(root, at);
    const isName = expected.startsWith('one of order');
    const word = isName ? name : typeof value === 'string' ? value : '';
    const near = word === '' ? undefined : didYouMean(word, known);
    const hint = near === undefined ? '' : `, did you mean ${JSON.stringify(near)}?`;
    return createSchemaIssue(root, {
      code: 'schema-hint-unknown',
      severity: 'warning',
      pointer: at,
      expected,
      current: `${isName ? previewJson(name) : describeValue(value)}${hint}`,
    });
  });
}

import type { DefinitionIssue } from '@formwork/schema';
import { listNames } from '@formwork/schema/internal';
import { quote, describeValue, didYouMean } from '@formwork/schema/json';

/**
 * The fields of other libraries' definitions, with the names that they have here, for the advice in
 * errors.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  handler: 'run',
  handle: 'run',
  execute: 'run',
  call: 'run',
  inputSchema: 'input',
  outputSchema: 'output',
};

/**
 * Finds unknown fields of a definition, which are misspelt or have no effect. `subject` is the thing
 * that is defined, in words for errors, such as `the skill`.
 */
export function checkFields(
  definition: object,
  options: { readonly fields: readonly string[]; readonly subject: string; readonly where: string },
): readonly DefinitionIssue[] {
  const { fields, subject, where } = options;
  return Object.keys(definition)
    .filter((field) => !fields.includes(field))
    .map((field) => {
      const synonym = Object.hasOwn(SYNONYMS, field) ? SYNONYMS[field] : undefined;
      const suggestion =
        synonym !== undefined && fields.includes(synonym) ? synonym : didYouMean(field, fields);
      const hint = suggestion === undefined ? '' : `, did you mean "${suggestion}"?`;
      const message = `Cannot define ${subject} because its fields must be of ${listNames(fields, field)}: current value is ${quote(field)}${hint}`;
      return { severity: 'error', code: 'field-unknown', where, message };
    });
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

/**
 * Checks that the texts of a definition are there, and that an `id` can be used in paths and names.
 */
export function checkTexts(
  texts: Readonly<Record<string, unknown>>,
  where: string,
): readonly DefinitionIssue[] {
  return Object.entries(texts).flatMap(([field, text]): DefinitionIssue[] => {
    const fault = findFault(field, text);
    if (fault === undefined) return [];
    const message = `Cannot define the ${field} because it must be ${fault}: current value is ${describeValue(text)}`;
    return [{ severity: 'error', code: field, where, message }];
  });
}

function findFault(field: string, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'text that is not empty';
  if (field === 'id' && !ID.test(text)) {
    return '1 to 64 letters, digits, "_", "." or "-", beginning with a letter or digit';
  }
  return undefined;
}

import { didYouMean } from '@formwork/schema/internal';
import { listNames } from '@formwork/schema/internal';
import { quote } from '@formwork/schema/internal';
import type { DefinitionIssue } from '@formwork/schema';

/** Names of fields in other libraries. */
const SYNONYMS: Readonly<Record<string, string>> = {
  handler: 'run',
  handle: 'run',
  execute: 'run',
  call: 'run',
  inputSchema: 'input',
  outputSchema: 'output',
};

/** Options of {@link checkFields}. */
export interface CheckFieldsOptions {
  readonly known: readonly string[];
  /** The thing that is defined, such as `the skill`. */
  readonly subject: string;
  readonly where: string;
}

/** Checks that a definition has no fields that nothing reads: they are misspelt, or in vain. */
export function checkFields(
  definition: object,
  { known, subject, where }: CheckFieldsOptions,
): readonly DefinitionIssue[] {
  return Object.keys(definition)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const synonym = Object.hasOwn(SYNONYMS, field) ? SYNONYMS[field] : undefined;
      const near =
        synonym !== undefined && known.includes(synonym) ? synonym : didYouMean(field, known);
      const hint = near === undefined ? '' : `, did you mean "${near}"?`;
      return {
        severity: 'error',
        code: 'field-unknown',
        where,
        message: `Cannot define ${subject} as its fields must be of ${listNames(known, field)}: current value is ${quote(field)}${hint}`,
      };
    });
}

import { describeValue } from '@formwork/schema/internal';
import type { DefinitionIssue } from '@formwork/schema';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

/** Checks that texts of a definition are there, and that an `id` can be used in paths and names. */
export function checkTexts(
  texts: Readonly<Record<string, unknown>>,
  where: string,
): readonly DefinitionIssue[] {
  return Object.entries(texts).flatMap(([field, text]): DefinitionIssue[] => {
    const fault = findFault(field, text);
    return fault === undefined
      ? []
      : [
          {
            severity: 'error',
            code: field,
            where,
            message: `Cannot define the ${field} as it must be ${fault}: current value is ${describeValue(text)}`,
          },
        ];
  });
}

function findFault(field: string, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'text that is not empty';
  if (field === 'id' && !ID.test(text)) {
    return '1 to 64 letters, digits, "_", "." or "-", beginning with a letter or digit';
  }
  return undefined;
}

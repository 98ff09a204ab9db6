import { isRecord } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import { checkWithReference } from '../check-with-reference.ts';
import type { DocumentForm } from '../document-form.ts';
import { resolveSchema } from '../resolve-schema.ts';

/**
 * Names that the version of A2A does not know, by the schemas that let none be: receivers pass over
 * what stands there, and most often a name is misspelt. What the object-schemas extension adds to
 * the root of a card is known.
 */
export function checkNames(value: unknown, { schema }: DocumentForm): readonly Problem[] {
  const closed = schema.replace(':wire#', '#');
  if (closed === schema || resolveSchema(closed) === undefined || !isRecord(value)) return [];
  const { schemas: _schemas, ...rest } = value;
  return checkWithReference(rest, closed).filter(
    ({ keyword }) => keyword === 'additionalProperties' || keyword === 'unevaluatedProperties',
  );
}

import type { Problem } from '@formwork/schema';
import { explain, TOO_DEEP, TOO_LONG, UNCHECKABLE } from '@formwork/schema/internal';
import { isTooDeep } from '@formwork/schema/internal';
import { openSchema, type OpenedSchema } from './open-schema.ts';

/** True if a value fits the schema that a reference leads to. Never throws. */
export function fitsReference(value: unknown, reference: string): boolean {
  return !isTooDeep(value) && openSchema(reference)?.evaluator.judge(value) === 'valid';
}

/**
 * What is wrong with a value, by the schema that a reference leads to: `[]` exactly if it fits.
 *
 * @throws RangeError if the reference leads nowhere.
 */
export function checkWithReference(value: unknown, reference: string): readonly Problem[] {
  const schema = openSchema(reference);
  if (schema === undefined) {
    throw new RangeError(
      `Cannot check the document as its schema must be one of @formwork/schemas: current value is ${JSON.stringify(reference)}`,
    );
  }
  if (isTooDeep(value)) return [TOO_DEEP];
  switch (schema.evaluator.judge(value)) {
    case 'valid':
      return [];
    case 'too long':
      return [TOO_LONG];
    case 'uncheckable':
      return [UNCHECKABLE];
    case 'invalid':
      return explainWith(schema, value);
  }
}

/** What is wrong with a value by each of several schemas that it does not fit, in their order. */
export function explainAll(
  value: unknown,
  references: readonly string[],
): readonly (readonly Problem[])[] {
  return references.map((reference) => {
    const schema = isTooDeep(value) ? undefined : openSchema(reference);
    return schema === undefined ? [UNCHECKABLE] : explainWith(schema, value);
  });
}

function explainWith(schema: OpenedSchema, value: unknown): readonly Problem[] {
  const locate = (part: object): string | undefined => schema.locate(part);
  return explain(schema.evaluator, value, { root: schema.root, locate });
}

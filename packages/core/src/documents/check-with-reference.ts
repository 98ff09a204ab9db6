import { openSchema } from '#document-engine';
import { runGuarded } from '#guard';
import { toProblems } from '../problems/to-problems.ts';
import type { Problem } from '../problems/problem.ts';
import { TOO_DEEP, UNCHECKABLE } from '../validation/create-validator.ts';
import { isTooDeep } from '../validation/is-too-deep.ts';
import type { OpenedSchema } from './opened-schema.ts';

/** How long explaining a document that does not fit may take, in milliseconds. */
const EXPLAIN_MILLISECONDS = 2_000;

/** Opens schemas; there are two, of which one generates code. */
export type OpenSchema = (reference: string) => OpenedSchema | undefined;

/** True if a value fits the schema that a reference leads to. Never throws. */
export function fitsReference(value: unknown, reference: string): boolean {
  try {
    return !isTooDeep(value) && openSchema(reference)?.isValid(value) === true;
  } catch {
    return false;
  }
}

/**
 * What is wrong with a value, by the schema that a reference leads to: `[]` exactly if it fits.
 *
 * @throws RangeError if the reference leads nowhere.
 */
export function checkWithReference(
  value: unknown,
  reference: string,
  open: OpenSchema = openSchema,
): readonly Problem[] {
  const schema = open(reference);
  if (schema === undefined) {
    throw new RangeError(
      `Cannot check the document as its schema must be one of @formwork/schemas: current value is ${JSON.stringify(reference)}`,
    );
  }
  if (isTooDeep(value)) return [TOO_DEEP];
  try {
    if (schema.isValid(value)) return [];
  } catch {
    return [UNCHECKABLE];
  }
  const outcome = runGuarded(() => explain(value, schema), EXPLAIN_MILLISECONDS);
  return outcome.kind === 'done' && outcome.value.length > 0 ? outcome.value : [UNCHECKABLE];
}

/**
 * What is wrong with a value by each of several schemas that it does not fit, in their order: under
 * one guard, as a guard costs more than most of what it guards.
 */
export function explainAll(
  value: unknown,
  references: readonly string[],
): readonly (readonly Problem[])[] {
  const found: (readonly Problem[])[] = [];
  if (references.length > 0 && !isTooDeep(value)) {
    runGuarded(() => {
      // Work that is run once more begins anew.
      found.length = 0;
      for (const reference of references) found.push(explainOrNone(value, reference));
    }, EXPLAIN_MILLISECONDS);
  }
  return references.map((_, index) => found[index] ?? [UNCHECKABLE]);
}

function explainOrNone(value: unknown, reference: string): readonly Problem[] {
  try {
    const schema = openSchema(reference);
    const problems = schema === undefined ? [] : explain(value, schema);
    return problems.length > 0 ? problems : [UNCHECKABLE];
  } catch {
    return [UNCHECKABLE];
  }
}

function explain(value: unknown, schema: OpenedSchema): readonly Problem[] {
  return toProblems(schema.collect(value), {
    root: schema.root,
    locate: (part) => schema.locate(part),
  });
}

import {
  createRemoteValidator,
  vetSchemaShape,
  type Json,
  type JsonSchema,
  type Problem,
} from '@formwork/schema';

/** Milliseconds of a check on the page's own thread. */
const PATIENCE = 80;

/** Finds the faults of some data; `undefined` if that takes longer than a page may stand still. */
export function listProblems(schema: JsonSchema, data: Json): readonly Problem[] | undefined {
  const outcome = vetSchemaShape(schema);
  if (outcome.kind !== 'vetted') return [];
  const problems = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE }).check(data);
  return problems.some(({ keyword }) => keyword === 'timeout') ? undefined : problems;
}

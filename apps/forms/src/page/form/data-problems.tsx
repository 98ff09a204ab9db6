import { ENGLISH } from '@formwork/react';
import {
  type Json,
  type JsonSchema,
  createRemoteValidator,
  vetSchemaShape,
  type Problem,
  WIDE_LIMITS,
} from '@formwork/schema';
import { useMemo, type ReactNode } from 'react';
import { describeProblem } from '../parts/describe-problem.ts';
import { useFormMessages } from './use-form-messages.ts';
import { useFormTexts } from './use-form-texts.ts';

/** Lists the problems of a form's data that were entered for an older version of its schema. */
export function DataProblems({
  schema,
  data,
}: {
  readonly schema: JsonSchema;
  readonly data: Json;
}): ReactNode {
  const formTexts = useFormTexts();
  const messages = useFormMessages() ?? ENGLISH;
  const problems = useMemo(() => listProblems(schema, data), [schema, data]);
  // If the check takes too long here, the problems are shown when the form is sent.
  if (problems === undefined) return null;
  if (problems.length === 0) return <p>{formTexts.stillFits}</p>;
  return (
    <>
      <p>{formTexts.noLongerFits}</p>
      <ul>
        {problems.slice(0, 10).map((problem) => (
          <li key={`${problem.pointer} ${problem.message}`}>
            {describeProblem(problem, { schema, messages })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Milliseconds that a check of the data may block the page. */
const PATIENCE = 80;

/**
 * Returns the problems of data by a schema; `undefined` if the check would block the page for too
 * long.
 */
export function listProblems(schema: JsonSchema, data: Json): readonly Problem[] | undefined {
  const outcome = vetSchemaShape(schema, { limits: WIDE_LIMITS });
  if (outcome.kind !== 'vetted') return [];
  const problems = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE }).check(data);
  return problems.some(({ keyword }) => keyword === 'timeout') ? undefined : problems;
}

import { describeProblem } from '../parts/describe-problem.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useFormMessages } from './use-form-messages.ts';
import { ENGLISH } from '@formwork/react';
import {
  type Json,
  type JsonSchema,
  createRemoteValidator,
  vetSchemaShape,
  type Problem,
} from '@formwork/schema';
import { useMemo, type ReactNode } from 'react';

interface DataProblemsProps {
  readonly schema: JsonSchema;
  readonly data: Json;
}

/** Lists the problems of data that were made for an older version of the schema. */
export function DataProblems({ schema, data }: DataProblemsProps): ReactNode {
  const texts = useTexts();
  const messages = useFormMessages() ?? ENGLISH;
  const problems = useMemo(() => listProblems(schema, data), [schema, data]);
  // It is told when it is sent.
  if (problems === undefined) return null;
  if (problems.length === 0) return <p>{texts.stillFits}</p>;
  return (
    <>
      <p>{texts.noLongerFits}</p>
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

/** Milliseconds for a check on the page's own thread. */
const PATIENCE = 80;

/**
 * The problems of data by a schema; `undefined` if the check takes longer than the page may block.
 */
export function listProblems(schema: JsonSchema, data: Json): readonly Problem[] | undefined {
  const outcome = vetSchemaShape(schema);
  if (outcome.kind !== 'vetted') return [];
  const problems = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE }).check(data);
  return problems.some(({ keyword }) => keyword === 'timeout') ? undefined : problems;
}

import type { Json, JsonSchema } from '@formwork/schema';
import { ENGLISH } from '@formwork/react';
import { useMemo, type ReactNode } from 'react';
import { describeProblem } from '../parts/describe-problem.ts';
import { listProblems } from './list-problems.ts';
import { useFormMessages } from './use-form-messages.ts';
import { useTexts } from '../texts/use-texts.ts';

interface DataProblemsProps {
  readonly schema: JsonSchema;
  readonly data: Json;
}

/** Lists the parts of older data that do not fit a schema any more. */
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

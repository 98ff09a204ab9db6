import type { Json, JsonSchema, Problem } from '@formwork/core';
import { createRemoteValidator, vetSchemaShape } from '@formwork/core';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

interface DataProblemsProps {
  readonly schema: JsonSchema;
  readonly data: Json;
}

/** What of older data does not fit a schema any more. */
export function DataProblems({ schema, data }: DataProblemsProps): ReactNode {
  const texts = useTexts();
  const problems = useMemo(() => listProblems(schema, data), [schema, data]);
  if (problems.length === 0) return <p>{texts.stillFits}</p>;
  return (
    <>
      <p>{texts.noLongerFits}</p>
      <ul>
        {problems.slice(0, 10).map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <code dir="ltr">{pointer === '' ? '/' : pointer}</code> {message}
          </li>
        ))}
      </ul>
    </>
  );
}

function listProblems(schema: JsonSchema, data: Json): readonly Problem[] {
  const outcome = vetSchemaShape(schema);
  return outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted).check(data) : [];
}

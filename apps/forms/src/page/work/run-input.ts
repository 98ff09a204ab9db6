import type { AgentDescription } from '@formwork/client';
import type { JsonSchema } from '@formwork/schema';
import type { Run } from '../history/run.ts';
import { findSkill, type UsableSchema } from '../workspace/workspace.ts';

/** Finds the current schema of a run's input by the name of the input. */
export function findInput(
  description: AgentDescription,
  run: Pick<Run, 'skillId' | 'input'>,
): UsableSchema | undefined {
  const { input } = run;
  if (input.kind !== 'input') return undefined;
  const match = findSkill(description, run.skillId)?.inputs.find(
    ({ name }) => name === input.schema,
  );
  return match?.kind === 'usable' ? match : undefined;
}

/** Finds the schema of a run's input; `undefined` if the schema has changed since the run. */
export function findSameInput(
  description: AgentDescription,
  run: Pick<Run, 'skillId' | 'input'>,
): JsonSchema | undefined {
  const match = findInput(description, run);
  return run.input.kind === 'input' && match?.fingerprint === run.input.fingerprint
    ? match.schema
    : undefined;
}

import type { AgentDescription } from '@formwork/client';
import type { JsonSchema } from '@formwork/schema';
import { findSkill } from './workspace.ts';

/** The output schema with this name; the skill's first for `undefined`. */
export function findOutput(
  description: AgentDescription,
  skillId: string,
  name?: string,
): JsonSchema | undefined {
  const outputs = findSkill(description, skillId)?.outputs ?? [];
  const found = name === undefined ? outputs[0] : outputs.find((output) => output.name === name);
  return found?.kind === 'usable' ? found.schema : undefined;
}

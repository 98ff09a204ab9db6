// For packages of this workspace only: these names may change with any version.
import type { RemoteAgent } from '@formwork/client';
import type { SkillTools, SkillToolsOptions } from './skill-tools.ts';

export {
  HOST_MODEL_ANSWER,
  HOST_MODEL_FORM,
  HOST_MODEL_KEY,
  type HostModelPrompt,
} from './host-model.ts';
export { nameTools } from './catalog/name-tools.ts';
export type { ToolDefinition } from './catalog/bridge-tool.ts';
export { projectInput, unwrapArguments, type Wrapper } from './schema/project-input.ts';
export type { SkillTools, SkillToolsOptions } from './skill-tools.ts';

/** Makes tools of an agent's skills. Loads the SDK of MCP, which a skill that reads text need not. */
export async function loadSkillTools(
  agent: RemoteAgent,
  options: SkillToolsOptions,
): Promise<SkillTools> {
  const { createSkillTools } = await import('./skill-tools.ts');
  return createSkillTools(agent, options);
}

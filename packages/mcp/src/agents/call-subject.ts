import type { RemoteTask } from '@formwork/client';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import type { AgentSet } from './agent-set.ts';
import type { KnownAgent } from './agent-slot.ts';
import type { BridgeTool } from '../catalog/bridge-tool.ts';
import { mayHoldFiles } from '../hosts/may-hold-files.ts';
import type { TaskHandle } from '../handles/task-handle.ts';

/** The subject of a call, whether it begins or goes on. */
export interface CallSubject {
  readonly alias: string;
  readonly settings: AgentSettings;
  /** Where its agent was found. */
  readonly url: string;
  /** Name of the tool that began it. */
  readonly tool: string;
  readonly results: BridgeTool['results'];
  /** True if the skill may give data of several schemas. */
  readonly isSeveral: boolean;
  /** True if its data may have the addresses of files as well. */
  readonly mayHoldFiles: boolean;
  /** True if text is an answer as good as data. */
  readonly mayBeText: boolean;
  readonly toTask: (taskId: string) => RemoteTask;
}

/** The subject of a call to one of an agent's tools. */
export function toSubject(
  tool: BridgeTool,
  { known, settings }: { readonly known: KnownAgent; readonly settings: AgentSettings },
): CallSubject {
  const { agent } = known;
  const { target } = tool;
  const skill = target.kind === 'ask' ? undefined : agent.skill(target.skillId);
  return {
    alias: tool.alias,
    settings,
    url: known.url,
    tool: tool.definition.name,
    results: tool.results,
    isSeveral: skill !== undefined && skill.outputs().length > 1,
    mayHoldFiles: mayHoldFiles(tool.definition.outputSchema),
    mayBeText: tool.results === 'envelope',
    toTask: (taskId) => (skill === undefined ? agent.task(taskId) : skill.task(taskId)),
  };
}

/**
 * The subject of a task that was begun before, perhaps by another process. Its tool may be gone
 * since; the task is not. `undefined` if this bridge does not know the agent.
 */
export async function findSubject(
  { alias, tool: name }: Pick<TaskHandle, 'alias' | 'tool'>,
  agents: AgentSet,
): Promise<CallSubject | undefined> {
  const slot = agents.findSlot(alias);
  if (slot === undefined) return undefined;
  const known = await slot.reach();
  const { settings } = slot;
  const tool = known.admission.tools.find(({ definition }) => definition.name === name);
  if (tool !== undefined) return toSubject(tool, { known, settings });
  return {
    alias,
    settings,
    url: known.url,
    tool: name,
    results: 'envelope',
    isSeveral: false,
    mayHoldFiles: false,
    mayBeText: true,
    toTask: (taskId) => known.agent.task(taskId),
  };
}

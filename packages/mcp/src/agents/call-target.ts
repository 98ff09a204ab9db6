import type { RemoteTask } from '@formwork/client';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import type { BridgeTool } from '../catalog/bridge-tool.ts';
import { toLabel } from '../catalog/to-label.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { mayHoldFiles } from '../hosts/may-hold-files.ts';
import type { AgentSet } from './agent-set.ts';
import type { AgentProfile } from './bridge-agent.ts';

/**
 * The subject of a call: the agent and the tool that it is about, for a new call and for a task
 * that goes on.
 */
export interface CallTarget {
  readonly alias: string;
  /** The label by which texts introduce the agent. */
  readonly label: string;
  readonly settings: AgentSettings;
  /** The address where the agent was found. */
  readonly url: string;
  /** The name of the tool whose call began the task. */
  readonly tool: string;
  readonly results: BridgeTool['results'];
  /** True if the skill can return data of more than one schema. */
  readonly isSeveral: boolean;
  /** True if the tool's data may also contain the addresses of files. */
  readonly mayHoldFiles: boolean;
  /** True if the skill may answer with text in place of data. */
  readonly mayBeText: boolean;
  readonly toTask: (taskId: string) => RemoteTask;
}

/** Makes the subject of a call to one of an agent's tools. */
export function toCallTarget(
  tool: BridgeTool,
  { profile, settings }: { readonly profile: AgentProfile; readonly settings: AgentSettings },
): CallTarget {
  const { agent } = profile;
  const { target } = tool;
  const skill = target.kind === 'ask' ? undefined : agent.skill(target.skillId);
  return {
    alias: tool.alias,
    label: toLabel(settings, agent.name),
    settings,
    url: profile.url,
    tool: tool.definition.name,
    results: tool.results,
    isSeveral: skill !== undefined && skill.outputs().length > 1,
    mayHoldFiles: mayHoldFiles(tool.definition.outputSchema),
    mayBeText: tool.results === 'envelope',
    toTask: (taskId) => (skill === undefined ? agent.task(taskId) : skill.task(taskId)),
  };
}

/**
 * Finds the subject of a task that began in an earlier call, perhaps in another process. It is
 * found even if the tool is gone; `undefined` if this bridge does not know the agent.
 */
export async function findCallTarget(
  { alias, tool: name }: Pick<TaskHandle, 'alias' | 'tool'>,
  agents: AgentSet,
): Promise<CallTarget | undefined> {
  const bridgeAgent = agents.findBridgeAgent(alias);
  if (bridgeAgent === undefined) return undefined;
  const profile = await bridgeAgent.reach();
  const { settings } = bridgeAgent;
  const tool = profile.admission.tools.find(({ definition }) => definition.name === name);
  if (tool !== undefined) return toCallTarget(tool, { profile, settings });
  return {
    alias,
    label: toLabel(settings, profile.agent.name),
    settings,
    url: profile.url,
    tool: name,
    results: 'envelope',
    isSeveral: false,
    mayHoldFiles: false,
    mayBeText: true,
    toTask: (taskId) => profile.agent.task(taskId),
  };
}

import type { RemoteAgent } from '@formwork/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import type { AgentSet, ToolMatch } from './agents/agent-set.ts';
import type { BridgeAgent } from './agents/bridge-agent.ts';
import { createBridgeAudit } from './audit.ts';
import { SILENT_LOGGER } from './bridge-logger.ts';
import type { CallContext } from './calls/call-context.ts';
import { callTool } from './calls/call-tool.ts';
import { toError } from './calls/to-result.ts';
import type { AgentSettings } from './catalog/agent-settings.ts';
import type { AgentTools, ToolDefinition } from './catalog/bridge-tool.ts';
import { createAgentTools } from './catalog/create-agent-tools.ts';
import { TASK_TOOL } from './catalog/shared-tools.ts';
import { Secrets } from './guard/secrets.ts';
import { createHandleCipher, HANDLE_KEY_BYTES } from './handles/handle-cipher.ts';
import { createTaskHandles } from './handles/task-handle.ts';
import { admitAgent } from './lock/admit-agent.ts';
import { readPrincipal } from './mcp-caller.ts';
import { OutcomeStore } from './resources/outcome-store.ts';

/** Options of {@link createSkillTools}. */
export interface SkillToolsOptions extends Pick<
  AgentSettings,
  'alias' | 'prefix' | 'allow' | 'deny' | 'ask' | 'results'
> {
  /** The longest time that a call waits for its result, in milliseconds. */
  readonly budgetMs: number;
}

/** The skills of one agent as tools, which this process calls without a host and without MCP. */
export interface SkillTools {
  readonly definitions: readonly ToolDefinition[];
  /** The skills and inputs that did not become tools, with the reasons. */
  readonly leftOut: AgentTools['quarantined'];
  /** Calls a tool. Everything that goes wrong is a result that the model can act on. */
  call(
    name: string,
    options: {
      readonly args: Readonly<Record<string, unknown>>;
      /** Cancels the call, and the task with it. */
      readonly signal: AbortSignal;
    },
  ): Promise<CallToolResult>;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes tools of an agent's skills, with the names, schemas and words that a bridge gives them.
 */
export function createSkillTools(agent: RemoteAgent, options: SkillToolsOptions): SkillTools {
  const { budgetMs, ...agentOptions } = options;
  const url = agent.door.url;
  const settings: AgentSettings = { ...agentOptions, url };
  const offered = createAgentTools(agent, settings);
  const admission = admitAgent({ agent, offered, url }, { alias: settings.alias, lock: undefined });
  const profile = { agent, url, offered, admission, fingerprint: '', isStored: false };
  const bridgeAgent: BridgeAgent = {
    settings,
    profile: () => profile,
    get: async () => profile,
    reach: async () => profile,
    ready: async () => {},
    isLooking: () => false,
    refresh: async () => {},
    readmit: () => {},
    adopt: () => {},
  };
  const find = async (name: string): Promise<ToolMatch | undefined> => {
    const tool = offered.tools.find(({ definition }) => definition.name === name);
    return tool && { tool, bridgeAgent, profile };
  };
  const secrets = new Secrets();
  const logger = SILENT_LOGGER;
  const audit = createBridgeAudit(undefined, { logger, hide: secrets.hide });
  const agents: AgentSet = {
    bridgeAgents: [bridgeAgent],
    look: async () => {},
    listTools: async () => admission.definitions,
    findTool: find,
    reachTool: find,
    isWithheld: async () => false,
    isPartial: () => false,
    hasWithheld: () => false,
    findBridgeAgent: (alias) => (alias === settings.alias ? bridgeAgent : undefined),
    leaveOutCredentials: () => {},
  };
  const cipher = createHandleCipher({ key: randomBytes(HANDLE_KEY_BYTES) });
  const services = {
    agents,
    handles: audit.watchHandles(createTaskHandles({ cipher, ttlMs: WEEK_MS })),
    budgetMs,
    taskAfterMs: budgetMs,
    onDecline: 'keep' as const,
    maxResultBytes: 1_000_000,
    keptOutcomes: new OutcomeStore(),
    secrets,
    getLock: () => undefined,
    logger,
    // Its caller ends calls by their own signals.
    closing: new AbortController().signal,
  };
  const definitions = [...offered.tools.map(({ definition }) => definition), TASK_TOOL];
  return {
    definitions,
    leftOut: offered.quarantined,
    async call(name, { args, signal }) {
      if (!definitions.some((definition) => definition.name === name)) {
        const names = definitions.map((definition) => definition.name).join(', ');
        const text = `There is no tool ${JSON.stringify(name.slice(0, 200))}. There are: ${names}`;
        return toError(text, { code: 'tool_unknown' });
      }
      const context = toContext(signal);
      const answer = await callTool({ name, args, state: undefined, context }, services);
      // Other answers are only for hosts that say that they understand them.
      return answer as CallToolResult;
    },
  };
}

/** Makes the context of a call that no host makes: only the model can be asked. */
function toContext(signal: AbortSignal): CallContext {
  return {
    signal,
    principal: readPrincipal(undefined),
    can: { forms: false, urls: false, tasks: false, apps: false, sampling: false },
    dropsContent: false,
    wantsProgress: false,
    reportProgress: () => {},
    inputResponses: undefined,
  };
}

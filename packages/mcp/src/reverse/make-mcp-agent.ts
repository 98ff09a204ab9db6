import { defineAgent, type Agent, type AnySkill } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { adaptLogger } from '@formwork/schema/options';
import { type BridgeLogger, SILENT_LOGGER } from '../bridge-logger.ts';
import { isAllowed } from '../catalog/agent-settings.ts';
import { McpServerError } from '../errors.ts';
import { toCleanLine, toCleanText } from '../text/to-clean-text.ts';
import { OpenCalls } from './calls/open-calls.ts';
import { type ServerCalls, runTool } from './calls/run-tool.ts';
import { listTools } from './catalog/list-tools.ts';
import type { ParsedTool } from './catalog/mcp-tool.ts';
import { nameSkills } from './catalog/name-skills.ts';
import { toSkill, type ToSkillOptions } from './catalog/to-skill.ts';
import type { McpConnection } from './connection/connect-server.ts';
import { KeptConnection } from './connection/shared-connection.ts';
import {
  type McpAgent,
  type McpAgentOptions,
  nameSource,
  type McpSource,
  type RefusedTool,
} from './mcp-agent.ts';
import { SerialReads } from './serial-reads.ts';

/** The time until the tools are read again after a reading that failed, in milliseconds. */
const RETRY_MS = 30_000;

/** Does the work of `createMcpAgent`, in a module that loads the SDK. */
export async function makeMcpAgent(source: McpSource, options: McpAgentOptions): Promise<McpAgent> {
  const { startTimeoutMs: timeoutMs = 60_000, questionTimeoutMs = 600_000 } = options;
  const logger = adaptLogger(options.logger ?? SILENT_LOGGER);
  const openCalls = new OpenCalls({ questionTimeoutMs, logger });
  const connection: KeptConnection = new KeptConnection(source, {
    logger,
    timeoutMs,
    onElicit: (params) => openCalls.elicit(params),
    onToolsChanged: () => tools.readAgain(),
  });
  const site = { connection, openCalls, source, logger, timeoutMs };
  const tools = new ServedTools({ ...site, settings: options });
  try {
    const first = await tools.start();
    const getVersion = (): typeof first => tools.version ?? first;
    return {
      get agent() {
        return getVersion().agent;
      },
      get refused() {
        return getVersion().refused;
      },
      onAgentChanged: (listener) => tools.onChange(listener),
      close() {
        tools.stop();
        return connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

type ChangeListener = Parameters<McpAgent['onAgentChanged']>[0];

/** An agent, with the list of tools that it was made from. */
interface AgentVersion {
  readonly agent: Agent;
  readonly refused: readonly RefusedTool[];
  /** The list of tools as JSON, to be compared with later lists. */
  readonly tools: string;
}

/** Options of {@link ServedTools}. */
interface ServedToolsOptions extends ServerCalls {
  readonly source: McpSource;
  readonly settings: McpAgentOptions;
  readonly logger: BridgeLogger;
  /** The longest time that a list of tools may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * The tools of an MCP server as an agent, which is another one whenever the tools have changed.
 */
class ServedTools {
  readonly #options: ServedToolsOptions;
  readonly #listeners = new Set<ChangeListener>();
  readonly #toolReads = new SerialReads(() => this.#lookForChange());
  #version: AgentVersion | undefined;
  #retrying: NodeJS.Timeout | undefined;

  constructor(options: ServedToolsOptions) {
    this.#options = options;
  }

  /**
   * Reads the tools for the first time, and from then on after changes.
   *
   * @throws McpServerError if the server is not there or has no tool that can be used
   */
  async start(): Promise<AgentVersion> {
    const first = await this.#make();
    this.#version = first;
    // The tools may have changed while they were read.
    this.#toolReads.start();
    return first;
  }

  /** The agent of the newest tools; `undefined` before they are read for the first time. */
  get version(): AgentVersion | undefined {
    return this.#version;
  }

  /** Reads the tools again, because the server says that they have changed. */
  readAgain(): void {
    this.#toolReads.request();
  }

  /** Calls a listener with every new agent; returns a function that stops it. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    clearTimeout(this.#retrying);
  }

  async #make(): Promise<AgentVersion> {
    const { connection, openCalls, source, settings, logger, timeoutMs } = this.#options;
    const live = await connection.get();
    const parsed = await listTools(live, timeoutMs);
    const tools = JSON.stringify(parsed);
    if (this.#version?.tools === tools) return this.#version;
    const { skills, refused } = makeSkills(parsed, {
      ...settings,
      call: (call) => runTool(call, { connection, openCalls }),
    });
    for (const { tool, reasons } of refused) {
      logger.warn('A tool of the MCP server is left out', { tool, reasons });
    }
    if (skills.length === 0) throw createEmptyError(source, refused);
    const agent = defineAgent({ ...describeAgent(live, { source, settings }), skills });
    return { agent, refused, tools };
  }

  /**
   * Reads the tools again and reports a change only if they differ, because servers announce
   * changes too often.
   */
  async #lookForChange(): Promise<void> {
    const before = this.#version;
    if (before === undefined) return;
    const { logger, source } = this.#options;
    try {
      const next = await this.#make();
      if (next === before) return;
      this.#version = next;
      logger.info('The tools of the MCP server have changed', {
        server: nameSource(source),
        skills: next.agent.skills.length,
      });
      for (const listener of this.#listeners) void this.#tell(listener, next.agent);
    } catch (error) {
      logger.warn('Cannot look whether the tools of the MCP server have changed', {
        error: toErrorText(error),
      });
      // A server that comes back is looked at anyway, and one without tools says when it has some.
      if (!(error instanceof McpServerError)) this.#retryLater();
    }
  }

  #retryLater(): void {
    this.#retrying ??= setTimeout(() => {
      this.#retrying = undefined;
      this.readAgain();
    }, RETRY_MS).unref();
  }

  async #tell(listener: ChangeListener, agent: Agent): Promise<void> {
    try {
      await listener(agent);
    } catch (error) {
      this.#options.logger.warn('The changed tools are not taken', { error: toErrorText(error) });
    }
  }
}

function createEmptyError(source: McpSource, refused: readonly RefusedTool[]): McpServerError {
  const [first] = refused;
  const why =
    first === undefined
      ? 'current value is none'
      : `current value is ${refused.length} that cannot be used: ${first.tool}: ${first.reasons.join('; ')}`;
  return new McpServerError(
    `Cannot make an agent of the MCP server ${nameSource(source)} because it must have a tool: ${why}`,
  );
}

function makeSkills(
  parsed: readonly ParsedTool[],
  { allow, deny, callTimeoutMs, call }: McpAgentOptions & Pick<ToSkillOptions, 'call'>,
): { readonly skills: readonly AnySkill[]; readonly refused: readonly RefusedTool[] } {
  const refused: RefusedTool[] = [];
  const usedNames = new Set<string>();
  const lists = { ...(allow && { allow }), ...(deny && { deny }) };
  const tools = parsed.flatMap((outcome) => {
    if (outcome.kind === 'refused') {
      refused.push({ tool: outcome.name, reasons: [outcome.reason] });
      return [];
    }
    const { tool } = outcome;
    if (!isAllowed(tool.name, lists)) return [];
    if (usedNames.has(tool.name)) {
      refused.push({ tool: tool.name, reasons: ['name must be unique: another tool has it'] });
      return [];
    }
    usedNames.add(tool.name);
    return [tool];
  });
  const names = nameSkills(tools.map(({ name }) => name));
  const skills = tools.flatMap((tool, index): readonly AnySkill[] => {
    const skillNames = names[index];
    if (skillNames === undefined) return [];
    const outcome = toSkill(tool, { names: skillNames, timeoutMs: callTimeoutMs, call });
    if (outcome.kind === 'skill') return [outcome.skill];
    refused.push({ tool: tool.name, reasons: outcome.reasons });
    return [];
  });
  return { skills, refused };
}

/**
 * Returns the name, description and version for the card: those of the options, else those of the
 * server.
 */
function describeAgent(
  { client }: McpConnection,
  { source, settings }: { readonly source: McpSource; readonly settings: McpAgentOptions },
): { readonly name: string; readonly description: string; readonly version: string } {
  const server = client.getServerVersion();
  const candidates = [server?.title, server?.name, nameSource(source)].map((text = '') =>
    toCleanLine(text, { most: 200 }),
  );
  const name = settings.name ?? candidates.find((text) => text !== '') ?? 'MCP server';
  const about = toCleanText(client.getInstructions() ?? server?.description ?? '', { most: 4000 });
  const version = toCleanLine(server?.version ?? '', { most: 80 });
  return {
    name,
    description: settings.description ?? (about === '' ? `The tools of ${name}.` : about),
    version: settings.version ?? (version === '' ? '0.0.0' : version),
  };
}

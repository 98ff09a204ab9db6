import { defineAgent, type Agent, type AnySkill } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { adaptLogger } from '@formwork/schema/internal';
import { SILENT_LOGGER } from '../bridge-logger.ts';
import { isAllowed } from '../catalog/is-allowed.ts';
import { McpServerError } from '../errors.ts';
import { toCleanLine, toCleanText } from '../text/to-clean-text.ts';
import { Readings } from './readings.ts';
import { createOpenCalls } from './calls/open-calls.ts';
import { runTool } from './calls/run-tool.ts';
import { listTools } from './catalog/list-tools.ts';
import type { ParsedTool } from './catalog/mcp-tool.ts';
import { nameSkills } from './catalog/name-skills.ts';
import { toSkill, type ToSkillOptions } from './catalog/to-skill.ts';
import type { McpConnection } from './connection/connect-server.ts';
import { keepConnection } from './connection/keep-connection.ts';
import {
  type McpAgent,
  type McpAgentOptions,
  nameSource,
  type McpSource,
  type RefusedTool,
} from './mcp-agent.ts';

/** The time until the tools are read again after a reading that failed, in milliseconds. */
const RETRY_MS = 30_000;

type ChangeListener = Parameters<McpAgent['onAgentChanged']>[0];

/** Does the work of `createMcpAgent`, in a module that loads the SDK. */
export async function makeMcpAgent(source: McpSource, options: McpAgentOptions): Promise<McpAgent> {
  const { startTimeoutMs = 60_000 } = options;
  const logger = adaptLogger(options.logger ?? SILENT_LOGGER);
  const { questionTimeoutMs = 600_000 } = options;
  const listeners = new Set<ChangeListener>();
  const openCalls = createOpenCalls({ questionTimeoutMs, logger });
  let made: MadeAgent | undefined;
  const readings = new Readings(lookForChange);
  let again: NodeJS.Timeout | undefined;
  const connection = keepConnection(source, {
    logger,
    timeoutMs: startTimeoutMs,
    onElicit: openCalls.elicit,
    onToolsChanged: () => readings.request(),
  });

  async function make(): Promise<MadeAgent> {
    const live = await connection.get();
    const tools = await listTools(live, startTimeoutMs);
    const known = JSON.stringify(tools);
    if (made?.known === known) return made;
    const { skills, refused } = makeSkills(tools, {
      ...options,
      call: (call) => runTool(call, { connection, openCalls }),
    });
    for (const { tool, reasons } of refused) {
      logger.warn('A tool of the MCP server is left out', { tool, reasons });
    }
    if (skills.length === 0) throw createEmptyError(source, refused);
    const agent = defineAgent({ ...describeAgent(live, { source, options }), skills });
    return { agent, refused, known };
  }

  /**
   * Reads the tools again and reports a change only if they differ, because servers announce
   * changes too often.
   */
  async function lookForChange(): Promise<void> {
    const before = made;
    if (before === undefined) return;
    try {
      const next = await make();
      if (next === before) return;
      made = next;
      logger.info('The tools of the MCP server have changed', {
        server: nameSource(source),
        skills: next.agent.skills.length,
      });
      for (const listener of listeners) void tell(listener, next.agent);
    } catch (error) {
      logger.warn('Cannot look whether the tools of the MCP server have changed', {
        error: toErrorText(error),
      });
      // A server that comes back is looked at anyway, and one without tools says when it has some.
      if (!(error instanceof McpServerError)) again ??= setTimeout(lookAgain, RETRY_MS).unref();
    }
  }

  function lookAgain(): void {
    again = undefined;
    readings.request();
  }

  async function tell(listener: ChangeListener, agent: Agent): Promise<void> {
    try {
      await listener(agent);
    } catch (error) {
      logger.warn('The changed tools are not taken', { error: toErrorText(error) });
    }
  }

  try {
    const first = await make();
    made = first;
    // The tools may have changed while they were read.
    readings.start();
    const get = (): MadeAgent => made ?? first;
    return {
      get agent() {
        return get().agent;
      },
      get refused() {
        return get().refused;
      },
      onAgentChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close() {
        clearTimeout(again);
        return connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** An agent, with the list of tools that it was made from. */
interface MadeAgent {
  readonly agent: Agent;
  readonly refused: readonly RefusedTool[];
  /** The list of tools as JSON, to be compared with later lists. */
  readonly known: string;
}

function createEmptyError(source: McpSource, refused: readonly RefusedTool[]): McpServerError {
  const [first] = refused;
  const why =
    first === undefined
      ? 'current value is none'
      : `current value is ${refused.length} that cannot be used: ${first.tool}: ${first.reasons.join('; ')}`;
  return new McpServerError(
    `Cannot make an agent of the MCP server ${nameSource(source)} as it must have a tool: ${why}`,
  );
}

interface MakeSkillsOptions extends McpAgentOptions, Pick<ToSkillOptions, 'call'> {}

function makeSkills(
  parsed: readonly ParsedTool[],
  { allow, deny, callTimeoutMs, call }: MakeSkillsOptions,
): { readonly skills: readonly AnySkill[]; readonly refused: readonly RefusedTool[] } {
  const refused: RefusedTool[] = [];
  const seen = new Set<string>();
  const lists = { ...(allow && { allow }), ...(deny && { deny }) };
  const tools = parsed.flatMap((outcome) => {
    if (outcome.kind === 'refused') {
      refused.push({ tool: outcome.name, reasons: [outcome.reason] });
      return [];
    }
    const { tool } = outcome;
    if (!isAllowed(tool.name, lists)) return [];
    if (seen.has(tool.name)) {
      refused.push({ tool: tool.name, reasons: ['name must be unique: another tool has it'] });
      return [];
    }
    seen.add(tool.name);
    return [tool];
  });
  const names = nameSkills(tools.map(({ name }) => name));
  const skills = tools.flatMap((tool, index): readonly AnySkill[] => {
    const own = names[index];
    if (own === undefined) return [];
    const outcome = toSkill(tool, { names: own, timeoutMs: callTimeoutMs, call });
    if (outcome.kind === 'skill') return [outcome.skill];
    refused.push({ tool: tool.name, reasons: outcome.reasons });
    return [];
  });
  return { skills, refused };
}

interface TextOptions {
  readonly source: McpSource;
  readonly options: McpAgentOptions;
}

/**
 * Returns the name, description and version for the card: those of the options, else those of the
 * server.
 */
function describeAgent(
  { client }: McpConnection,
  { source, options }: TextOptions,
): { readonly name: string; readonly description: string; readonly version: string } {
  const server = client.getServerVersion();
  const said = [server?.title, server?.name, nameSource(source)].map((text = '') =>
    toCleanLine(text, { most: 200 }),
  );
  const name = options.name ?? said.find((text) => text !== '') ?? 'MCP server';
  const about = toCleanText(client.getInstructions() ?? server?.description ?? '', { most: 4000 });
  const version = toCleanLine(server?.version ?? '', { most: 80 });
  return {
    name,
    description: options.description ?? (about === '' ? `The tools of ${name}.` : about),
    version: options.version ?? (version === '' ? '0.0.0' : version),
  };
}

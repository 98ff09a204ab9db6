import type { RemoteAgent } from '@formwork/client';
import type { Agent, Principal } from '@formwork/core';
import { loadSkillTools, type SkillTools } from '@formwork/mcp/internal';
import type { JsonSchema } from '@formwork/schema';
import { quote, isRecord, isTooDeep } from '@formwork/schema/json';
import { checkOptions, createTimerRule } from '@formwork/schema/options';
import type { AgentRouterOptions } from '@formwork/server';
import { parseExactJson } from './exact-json.ts';

/** Options of {@link createModelTools}. */
export interface ModelToolsOptions {
  /**
   * The name of the agent in what models read, and the beginning of tool names if `prefix` is true:
   * 1 to 20 letters and digits, with `-` between them. Default: made of the agent's name.
   */
  readonly alias?: string;
  /** True begins the names of the tools with the alias, so that several agents fit in. Default false. */
  readonly prefix?: boolean;
  /** Ids of the skills that become tools; `*` stands for any characters. Default: all. */
  readonly allow?: readonly string[];
  /** Ids of skills that do not become tools even if `allow` names them. Default: none. */
  readonly deny?: readonly string[];
  /** The longest time that a call waits for its result, in milliseconds. Default 45,000. */
  readonly budgetMs?: number;
  /** For an agent in this process: the caller, whose scopes decide. Default: an anonymous caller. */
  readonly user?: Principal;
  /** For an agent in this process: the engine that keeps its tasks. Default: one in memory. */
  readonly engine?: AgentRouterOptions['engine'];
  /** For an agent in this process: the log of its handlers. Default: the console. */
  readonly logger?: AgentRouterOptions['logger'];
}

/** The skills of an agent as tools for a language model. */
export interface ModelTools extends AsyncDisposable {
  /** The tools: one for each input of each skill, and `a2a_task`, which continues tasks. */
  readonly tools: readonly ModelTool[];
  /** The skills and inputs that did not become tools, with the reasons. */
  readonly leftOut: readonly LeftOutSkill[];
  /**
   * Calls a tool with arguments as the model gave them: an object, or JSON text. Never rejects for
   * anything that a model may have done wrong: the answer then says what to do.
   */
  call(name: string, args: unknown, options?: ToolCallOptions): Promise<ToolAnswer>;
  /** Stops an agent in this process and its tasks; there is nothing to stop of any other. */
  close(): Promise<void>;
}

/** A tool as a model sees it. */
export interface ModelTool {
  /** At most 50 letters, digits, `-` and `_`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema of the arguments: that of an object, in the form that providers accept. */
  readonly inputSchema: JsonSchema;
}

/** A skill, or one input of a skill, that did not become a tool. */
export interface LeftOutSkill {
  readonly skillId: string;
  /** The name of the input; `''` if the reasons concern the whole skill. */
  readonly schema: string;
  readonly reasons: readonly string[];
}

/** Options of a call of a tool. */
export interface ToolCallOptions {
  /** Cancels the call, and the task with it. Default: none. */
  readonly signal?: AbortSignal;
}

/** The answer to the call of a tool. */
export interface ToolAnswer {
  /** True if the call has no result: the arguments are wrong, the task failed, or it asks something. */
  readonly isError: boolean;
  /** The answer in words for the model, complete: the result as JSON, or what is wrong and what to do. */
  readonly text: string;
  /** The result of the skill; absent if there is none, or only text. */
  readonly data?: unknown;
}

/** The longest alias. */
const MAX_ALIAS = 20;

/**
 * Makes tools for language models of an agent's skills: an agent in this process, or one that
 * `connect` of `@formwork/client` found. The tools have the names, schemas and words that MCP hosts
 * get, and calls take the same way as any other: checked before they are sent, and checked results.
 *
 * A question of a task is an answer too: it says how the model continues with the tool `a2a_task`.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createModelTools, toOpenAiChatTools } from '@formwork/model';
 *
 * declare const agent: Agent;
 * await using tools = await createModelTools(agent);
 * const list = toOpenAiChatTools(tools); // for `tools` of a request
 * const answer = await tools.call('fight-comparison', '{"a":"Lion","b":"Tiger"}');
 * console.log(answer.text);
 * ```
 */
export async function createModelTools(
  agent: Agent | RemoteAgent,
  options: ModelToolsOptions = {},
): Promise<ModelTools> {
  checkModelToolsOptions(options);
  const { alias = toAlias(agent.name), prefix = false, allow, deny, budgetMs = 45_000 } = options;
  const opened = isRemote(agent)
    ? { remote: agent, close: async () => {} }
    : await open(agent, options);
  const filter = { ...(allow && { allow }), ...(deny && { deny }) };
  const rules = { alias, prefix, ask: false, budgetMs, ...filter };
  const skills = await loadSkillTools(opened.remote, rules).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  return {
    tools: skills.definitions.map(({ name, title, description, inputSchema }) => {
      return { name, title, description, inputSchema };
    }),
    leftOut: skills.leftOut.map(({ skillId, schema, reasons }) => ({ skillId, schema, reasons })),
    call: (name, args, { signal = new AbortController().signal } = {}) =>
      callSkill(skills, { name, args, signal }),
    close: () => opened.close(),
    [Symbol.asyncDispose]: () => opened.close(),
  };
}

function checkModelToolsOptions(options: ModelToolsOptions): void {
  const ids = { expected: 'an array of ids', isValid: Array.isArray };
  checkOptions(options, {
    subject: 'Cannot make tools of the agent',
    rules: {
      alias: {
        expected: `1 to ${MAX_ALIAS} letters and digits, with "-" between them`,
        isValid: (value) => typeof value === 'string' && ALIAS.test(value),
      },
      prefix: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
      allow: ids,
      deny: ids,
      budgetMs: createTimerRule(1),
      user: { expected: 'a principal with an id', isValid: isRecord },
      engine: { expected: 'a task engine', isValid: isRecord },
      logger: { expected: 'a logger', isValid: isRecord },
    },
  });
}

const ALIAS = /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u;

/** Makes an alias of an agent's name; a name without Latin letters leaves `agent`. */
function toAlias(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const alias = words
    .join('-')
    .slice(0, MAX_ALIAS)
    .replace(/(?<!-)-+$/u, '');
  return alias === '' || alias === 'a2a' ? 'agent' : alias;
}

function isRemote(agent: Agent | RemoteAgent): agent is RemoteAgent {
  return 'door' in agent;
}

/** Serves an agent in this process, and connects to it: loaded late, because few programs do. */
async function open(
  agent: Agent,
  { user, engine, logger }: ModelToolsOptions,
): Promise<{
  readonly remote: RemoteAgent;
  close(): Promise<void>;
}> {
  const [{ connect }, { openLocalAgent }] = await Promise.all([
    import('@formwork/client'),
    import('@formwork/server/internal'),
  ]);
  const local = openLocalAgent(agent, {
    ...(user && { user }),
    ...(engine && { engine }),
    ...(logger && { logger }),
  });
  try {
    const remote = await connect(local.url, { fetch: local.fetch, retry: { attempts: 1 } });
    return { remote, close: () => local.close() };
  } catch (error) {
    await local.close();
    throw error;
  }
}

async function callSkill(
  skills: SkillTools,
  {
    name,
    args,
    signal,
  }: {
    readonly name: string;
    readonly args: unknown;
    readonly signal: AbortSignal;
  },
): Promise<ToolAnswer> {
  if (signal.aborted) return { isError: true, text: 'The call was canceled before it began.' };
  const toolInput = typeof args === 'string' ? parse(args) : args;
  if (!isRecord(toolInput) || isTooDeep(toolInput)) {
    const what = isRecord(toolInput) ? 'must not be nested so deep' : 'must be one JSON object';
    const text = `The arguments of ${quote(name.slice(0, 80))} ${what}. Call it again with all of them.`;
    return { isError: true, text };
  }
  const {
    content,
    isError = false,
    structuredContent: data,
  } = await skills.call(name, {
    args: toolInput,
    signal,
  });
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { isError, text: texts.join('\n'), ...(data !== undefined && { data }) };
}

function parse(text: string): unknown {
  // Some models send nothing for no arguments.
  if (text.trim() === '') return {};
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

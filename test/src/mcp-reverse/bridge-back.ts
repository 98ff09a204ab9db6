import { toMcpToolName, type McpAgent, type McpSource } from '@formwork/mcp';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { connectHost, type HostResult } from '../mcp/hosts.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { serveReversed } from './serve-reversed.ts';

/** A tool after its way through A2A and back to MCP. */
interface ToolBack {
  /** The name of the tool at the original MCP server. */
  readonly name: string;
  readonly title: unknown;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
}

/**
 * An MCP server, served as an A2A agent, and a bridge that offers that agent's skills as MCP tools
 * again.
 */
export interface BridgedBack {
  readonly mcp: McpAgent;
  readonly tools: ReadonlyMap<string, ToolBack>;
  readonly call: (tool: string, args: object) => Promise<HostResult>;
}

/**
 * Serves an MCP server as an A2A agent and connects a bridge and a host to that agent, until the
 * test is over.
 */
export async function bridgeBack(source: McpSource): Promise<BridgedBack> {
  const { mcp, url } = await serveReversed(source);
  const agents = [{ alias: 'back', url, ask: false }];
  // A list must not lack the agent's tools because the machine is busy.
  const limits = { listTimeoutMs: WAIT_LIMIT, cardTimeoutMs: WAIT_LIMIT };
  const host = await connectHost('new http', { agents, ...limits });
  const names = new Map(mcp.agent.skills.map((skill) => [skill.id, toMcpToolName(skill)]));
  const tools = new Map<string, ToolBack>();
  const listed = new Map<string, string>();
  for (const tool of await host.listTools()) {
    const meta: unknown = Reflect.get(tool, '_meta');
    const own = isRecord(meta) ? meta['dev.formwork/a2a'] : undefined;
    const name = isRecord(own) ? names.get(String(own['skill'])) : undefined;
    // The tool that goes on with tasks belongs to no skill.
    if (name === undefined || !isRecord(tool.inputSchema)) continue;
    const { title, inputSchema, outputSchema } = tool;
    listed.set(name, tool.name);
    tools.set(name, {
      name,
      title,
      inputSchema,
      outputSchema: isRecord(outputSchema) ? outputSchema : undefined,
    });
  }
  return {
    mcp,
    tools,
    call: (tool, args) => host.call(listed.get(tool) ?? tool, args),
  };
}

/** The longest description inside a schema that the bridge passes on, in characters. */
const MAX_WORDS = 400;

/**
 * Returns a schema as the bridge shows it to hosts that accept it: without `$schema`, and with long
 * descriptions cut.
 */
export function toShown(schema: JsonSchema = {}): unknown {
  const { $schema: _, ...rest } = schema;
  return cutWords(rest);
}

function cutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cutWords);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isLong = key === 'description' && typeof inner === 'string' && inner.length > MAX_WORDS;
      return [key, isLong ? `${inner.slice(0, MAX_WORDS - 1).trimEnd()}…` : cutWords(inner)];
    }),
  );
}

/**
 * Returns the part of a result that must survive the way through A2A and back: the data, or the
 * texts and media.
 */
export function toEssence(result: HostResult, isStructured: boolean): unknown {
  if (result.isError === true) return { error: toTexts(result) };
  if (isStructured) return { data: result.structuredContent };
  const media = result.content.filter(({ type }) => type === 'image' || type === 'audio');
  return { text: toTexts(result), media: media.map(({ data, mimeType }) => ({ data, mimeType })) };
}

/** The remark about files that the bridge adds to a text, for hosts that show only texts. */
const REMARK = /\n*Files, each at an address to be read:\n(?:- .*(?:\n|$))*/u;

function toTexts({ content }: HostResult): string {
  const texts = content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  return texts.join('\n').replace(REMARK, '');
}

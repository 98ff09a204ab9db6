import type { AnySkill } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';

/** The members of an MCP tool that a skill is made from. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly hints: McpToolHints;
  /** True for a tool that can only be called as a task of 2025-11-25. */
  readonly needsTask: boolean;
}

/** The claims of an MCP server about the effects of a tool; a claim that is not made is absent. */
interface McpToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** The highest number of characters of a tool's name in the card. MCP recommends at most 128. */
const MAX_NAME = 1000;

/** The outcome of reading a tool: the tool, or why it cannot be used. */
export type ParsedTool =
  | { readonly kind: 'tool'; readonly tool: McpTool }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

/** Reads an entry in a server's list of tools, whatever shape it has. */
export function parseTool(value: unknown): ParsedTool {
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = isRecord(
    value,
  )
    ? value
    : {};
  if (typeof name !== 'string' || name === '') {
    return {
      kind: 'refused',
      name: '',
      reason: `name must be a text: current value is ${typeof name}`,
    };
  }
  if (name.length > MAX_NAME) {
    const reason = `name must have at most ${MAX_NAME} characters: current value has ${name.length}`;
    return { kind: 'refused', name: name.slice(0, 64), reason };
  }
  const refuse = (reason: string): ParsedTool => ({ kind: 'refused', name, reason });
  if (!isRecord(inputSchema)) {
    return refuse(`inputSchema must be a JSON Schema: current value is ${typeof inputSchema}`);
  }
  if (outputSchema !== undefined && !isRecord(outputSchema)) {
    return refuse(`outputSchema must be a JSON Schema: current value is ${typeof outputSchema}`);
  }
  const claims = toRecord(annotations);
  return {
    kind: 'tool',
    tool: {
      name,
      title: [title, claims['title'], name].find(isText) ?? name,
      description: isText(description) ? description : '',
      inputSchema,
      outputSchema,
      hints: readHints(claims),
      needsTask: isRecord(execution) && execution['taskSupport'] === 'required',
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function readHints(claims: Readonly<Record<string, unknown>>): McpToolHints {
  const pairs = [
    ['readOnly', claims['readOnlyHint']],
    ['destructive', claims['destructiveHint']],
    ['idempotent', claims['idempotentHint']],
    ['openWorld', claims['openWorldHint']],
  ].filter(([, claim]) => typeof claim === 'boolean');
  return Object.fromEntries(pairs) as McpToolHints;
}

/**
 * True if, according to the server, calling the tool twice has the same effect as calling it once.
 */
export function isRepeatable({ hints }: McpTool): boolean {
  return hints.readOnly === true || hints.idempotent === true;
}

const NAME_TAG = 'mcp-tool:';

/**
 * Lists the tags of a skill: the server's claims about the tool, and the tool's exact name if the
 * skill's id differs from it.
 */
export function listTags({ name, hints }: McpTool, skillId: string): readonly string[] {
  return [
    'mcp',
    ...(hints.readOnly === true ? ['read-only'] : []),
    ...(hints.readOnly !== true && hints.destructive === true ? ['destructive'] : []),
    ...(hints.idempotent === true ? ['idempotent'] : []),
    ...(hints.openWorld === true ? ['open-world'] : []),
    ...(name === skillId ? [] : [`${NAME_TAG}${name}`]),
  ];
}

/**
 * Returns the name of the MCP tool behind a skill: the one in the skill's tags, else the skill's
 * id.
 */
export function toMcpToolName({ id, tags }: Pick<AnySkill, 'id' | 'tags'>): string {
  const tag = tags.find((candidate) => candidate.startsWith(NAME_TAG));
  return tag === undefined ? id : tag.slice(NAME_TAG.length);
}

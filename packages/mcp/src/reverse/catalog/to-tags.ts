import type { AnySkill } from '@formwork/core';
import type { McpTool } from './mcp-tool.ts';

const NAME_TAG = 'mcp-tool:';

/** What the card tells of a tool beside its texts: what the server claims of it, and its exact name. */
export function toTags({ name, hints }: McpTool, skillId: string): readonly string[] {
  return [
    'mcp',
    ...(hints.readOnly === true ? ['read-only'] : []),
    ...(hints.readOnly !== true && hints.destructive === true ? ['destructive'] : []),
    ...(hints.idempotent === true ? ['idempotent'] : []),
    ...(hints.openWorld === true ? ['open-world'] : []),
    ...(name === skillId ? [] : [`${NAME_TAG}${name}`]),
  ];
}

/** The name that the server of MCP has for a skill of `createMcpAgent`; its id, unless a tag says so. */
export function toMcpToolName({ id, tags }: Pick<AnySkill, 'id' | 'tags'>): string {
  const tag = tags.find((candidate) => candidate.startsWith(NAME_TAG));
  return tag === undefined ? id : tag.slice(NAME_TAG.length);
}

import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import { McpServerError } from '../../errors.ts';
import type { McpConnection } from '../connection/connect-server.ts';
import { readRaw } from '../connection/open-transport.ts';
import { parseTool, type ParsedTool } from './mcp-tool.ts';

/** The highest number of pages of a server's list of tools; {@link MAX_TOOLS} limits the tools. */
const MAX_PAGES = 64;
const MAX_TOOLS = 1000;

/** A schema that accepts any result; the code that reads a result checks what it uses. */
export const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'formwork', validate: (value) => ({ value }) },
};

/**
 * Lists the tools of a server. Each entry is read separately, so that an invalid one does not
 * affect the others.
 */
export async function listTools(
  { client }: McpConnection,
  timeoutMs: number,
): Promise<readonly ParsedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const found: ParsedTool[] = [];
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    // Each page starts where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const result = await client.request({ method: 'tools/list', params }, ANY_RESULT, {
      timeout: timeoutMs,
    });
    const raw = readRaw(result);
    const tools = raw?.['tools'];
    if (!Array.isArray(tools))
      throw new McpServerError('Cannot list the tools as the MCP server answers with none');
    found.push(...tools.map(parseTool));
    if (found.length >= MAX_TOOLS) return found.slice(0, MAX_TOOLS);
    const last = cursor;
    cursor = raw?.['nextCursor'];
    if (typeof cursor !== 'string' || cursor === last) return found;
  }
  return found;
}

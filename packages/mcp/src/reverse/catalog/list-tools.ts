import { McpServerError } from '../../errors.ts';
import { ANY_RESULT, type McpConnection } from '../connection/connect-server.ts';
import { readRaw } from '../connection/tapped-transport.ts';
import { parseTool, type ParsedTool } from './mcp-tool.ts';

/** The highest number of pages of a server's list of tools; {@link MAX_TOOLS} limits the tools. */
const MAX_PAGES = 64;
const MAX_TOOLS = 1000;

const REST: ParsedTool = {
  kind: 'refused',
  name: '',
  reason: `the list must have at most ${MAX_TOOLS} tools on ${MAX_PAGES} pages: the rest is left out`,
};

/**
 * Lists the tools of a server, in at most `timeoutMs` milliseconds. Each entry is read separately,
 * so that an invalid one does not affect the others.
 */
export async function listTools(
  { client }: McpConnection,
  timeoutMs: number,
): Promise<readonly ParsedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const parsedTools: ParsedTool[] = [];
  const end = performance.now() + timeoutMs;
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    // Each page starts where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const result = await client.request({ method: 'tools/list', params }, ANY_RESULT, {
      timeout: Math.max(1, end - performance.now()),
    });
    const raw = readRaw(result);
    const tools = raw?.['tools'];
    if (!Array.isArray(tools))
      throw new McpServerError('Cannot list the tools because the MCP server answers with none');
    parsedTools.push(...tools.slice(0, MAX_TOOLS + 1).map(parseTool));
    if (parsedTools.length > MAX_TOOLS) break;
    const last = cursor;
    cursor = raw?.['nextCursor'];
    if (typeof cursor !== 'string' || cursor === last) return parsedTools;
  }
  return [...parsedTools.slice(0, MAX_TOOLS), REST];
}

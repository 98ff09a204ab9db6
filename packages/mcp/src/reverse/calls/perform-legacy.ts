import { setTimeout } from 'node:timers/promises';
import { isRecord } from '@formwork/schema/internal';
import { PublicError } from '@formwork/core';
import type { Tool } from '@modelcontextprotocol/client';
import { ANY_RESULT } from '../catalog/list-tools.ts';
import type { ToolResult } from './call-outcome.ts';
import { NO_TIMEOUT_MS, type PerformOptions } from './perform-modern.ts';
import { toPollMs } from './poll-ms.ts';

/** How long the server is to keep a task after its end, in milliseconds. */
const TASK_TTL_MS = 600_000;

/** Calls a tool of a server up to 2025-11-25; what it asks meanwhile comes another way. */
export async function performLegacy(options: PerformOptions): Promise<ToolResult> {
  const { client, tool, args, progress, signal } = options;
  if (tool.needsTask) return performAsTask(options);
  return client.callTool(
    { name: tool.name, arguments: { ...args } },
    {
      signal,
      timeout: NO_TIMEOUT_MS,
      onprogress: progress.tell,
      toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as Tool['inputSchema'] },
    },
  );
}

/** The experimental tasks of 2025-11-25, for tools that can be called in no other way. */
async function performAsTask({
  client,
  tool,
  args,
  progress,
  signal,
}: PerformOptions): Promise<ToolResult> {
  const params = { name: tool.name, arguments: { ...args }, task: { ttl: TASK_TTL_MS } };
  const created = await client.request({ method: 'tools/call', params }, ANY_RESULT, { signal });
  const task = isRecord(created) && isRecord(created['task']) ? created['task'] : {};
  const { taskId } = task;
  if (typeof taskId !== 'string') throw new PublicError('The MCP server began no task.');
  const cancel = (): void =>
    void client.request({ method: 'tasks/cancel', params: { taskId } }, ANY_RESULT).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let seen: unknown = task; isRecord(seen) && seen['status'] === 'working';) {
      if (typeof seen['statusMessage'] === 'string') progress.say(seen['statusMessage']);
      // oxlint-disable-next-line no-await-in-loop
      await setTimeout(toPollMs(seen['pollInterval']), undefined, { signal });
      // oxlint-disable-next-line no-await-in-loop
      seen = await client.request({ method: 'tasks/get', params: { taskId } }, ANY_RESULT, {
        signal,
      });
    }
    // Waits for the end, and asks what there is to ask meanwhile.
    const result = await client.request(
      { method: 'tasks/result', params: { taskId } },
      ANY_RESULT,
      {
        signal,
        timeout: NO_TIMEOUT_MS,
      },
    );
    if (isRecord(result)) return result;
    throw new PublicError('The MCP server completed its task without a result.');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

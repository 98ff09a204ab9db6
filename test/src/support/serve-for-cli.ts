import type { Agent } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { createServer } from '@formwork/server';
import { onTestFinished } from './test-end.ts';

/**
 * Serves an agent, by default the demo agent, on a free port until the test is over. Returns its
 * URL.
 */
export async function serveForCli(agent: Agent = demoAgent): Promise<string> {
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const server = createServer(agent, { openTasks: true, logger });
  onTestFinished(() => server.close());
  return (await server.listen({ port: 0 })).url;
}

import type { McpServerFactory } from '@modelcontextprotocol/server';
import { createHostTasks } from '../calls/host-tasks.ts';
import { createMcpServer, type McpServerOptions } from './create-mcp-server.ts';

/** Makes the factory of a bridge's MCP servers, with the state that they share. */
export function createServerFactory(options: Omit<McpServerOptions, 'tasks'>): McpServerFactory {
  const tasks = createHostTasks(options.rules);
  return (context) => createMcpServer(context, { ...options, tasks });
}

import type { McpServer, Server } from '@modelcontextprotocol/server';

/** Tells the host of one connection that what it has listed is no longer so. */
export function tellChange(server: McpServer | Server): void {
  const low = 'server' in server ? server.server : server;
  // One that was only a probe, or whose host is gone, has no connection.
  low.sendToolListChanged().catch(() => {});
  low.sendPromptListChanged().catch(() => {});
  low.sendResourceListChanged().catch(() => {});
}

import type { McpServer, Server } from '@modelcontextprotocol/server';

/** Resources that a host of 2025-11-25 or before wants to be told of. */
const watched = new WeakMap<Server, Set<string>>();

/** Most resources that one host is told of. */
const MAX_WATCHED = 1000;

/** Lets a host name resources that it wants to be told of; since 2026-07-28 it listens for all. */
export function addSubscriptions(server: Server): void {
  const uris = new Set<string>();
  watched.set(server, uris);
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (uris.size < MAX_WATCHED) uris.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    uris.delete(params.uri);
    return {};
  });
}

/** Tells the host of one connection that what it has listed is no longer so. */
export function tellChange(server: McpServer | Server): void {
  const low = 'server' in server ? server.server : server;
  // One that was only a probe, or whose host is gone, has no connection.
  low.sendToolListChanged().catch(() => {});
  low.sendPromptListChanged().catch(() => {});
  low.sendResourceListChanged().catch(() => {});
  // What they hold comes of the same cards.
  for (const uri of watched.get(low) ?? []) low.sendResourceUpdated({ uri }).catch(() => {});
}

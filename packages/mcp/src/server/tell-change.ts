import type { McpServer, Server } from '@modelcontextprotocol/server';

/** The addresses of the resources that a host up to 2025-11-25 has subscribed to, by its server. */
const watched = new WeakMap<Server, Set<string>>();

/** The highest number of resources that one host can subscribe to. */
const MAX_WATCHED = 1000;

/**
 * Adds the requests with which a host subscribes to resources. Since 2026-07-28 hosts listen for
 * all changes instead.
 */
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

/** Tells the host of a connection that the lists of tools, prompts and resources have changed. */
export function tellChange(server: McpServer | Server): void {
  const low = 'server' in server ? server.server : server;
  // A server that only answered a probe, or whose host is gone, has no connection.
  low.sendToolListChanged().catch(() => {});
  low.sendPromptListChanged().catch(() => {});
  low.sendResourceListChanged().catch(() => {});
  // Resources are made from the same cards, so they have changed too.
  for (const uri of watched.get(low) ?? []) low.sendResourceUpdated({ uri }).catch(() => {});
}

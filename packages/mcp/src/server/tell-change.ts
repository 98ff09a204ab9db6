import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';

/** The addresses of the resources that a host up to 2025-11-25 has subscribed to, by its server. */
const watched = new WeakMap<Server, Set<string>>();

/** The highest number of characters of all addresses that one host subscribes to. */
const MAX_WATCHED = 100_000;

/** The size of an address without its characters, counted in characters. */
const ADDRESS_SIZE = 50;

function toFull(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot subscribe to the resource because the addresses of a host must have at most ${MAX_WATCHED} characters together`,
  );
}

/**
 * Adds the requests with which a host subscribes to resources. Since 2026-07-28 hosts listen for
 * all changes instead.
 */
export function addSubscriptions(server: Server): void {
  const uris = new Set<string>();
  watched.set(server, uris);
  let room = MAX_WATCHED;
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (uris.has(uri)) return {};
    // A short address takes memory too.
    const size = uri.length + ADDRESS_SIZE;
    if (size > room) throw toFull();
    room -= size;
    uris.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    if (uris.delete(uri)) room += uri.length + ADDRESS_SIZE;
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

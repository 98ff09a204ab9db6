import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';

/** The highest number of characters of all addresses that one host subscribes to. */
const MAX_WATCHED = 100_000;

/** The size of an address without its characters, counted in characters. */
const ADDRESS_SIZE = 50;

function createFullError(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot subscribe to the resource because the addresses of a host must have at most ${MAX_WATCHED} characters together`,
  );
}

/** The addresses of the resources that a host up to 2025-11-25 has subscribed to. */
class Subscriptions {
  readonly #uris = new Set<string>();
  #room = MAX_WATCHED;

  list(): readonly string[] {
    return [...this.#uris];
  }

  add(uri: string): void {
    if (this.#uris.has(uri)) return;
    // A short address takes memory too.
    const size = uri.length + ADDRESS_SIZE;
    if (size > this.#room) throw createFullError();
    this.#room -= size;
    this.#uris.add(uri);
  }

  remove(uri: string): void {
    if (this.#uris.delete(uri)) this.#room += uri.length + ADDRESS_SIZE;
  }
}

/** The subscriptions of hosts, by their servers. */
const subscribed = new WeakMap<Server, Subscriptions>();

/**
 * Adds the requests with which a host subscribes to resources. Since 2026-07-28 hosts listen for
 * all changes instead.
 */
export function addSubscriptions(server: Server): void {
  const subscriptions = new Subscriptions();
  subscribed.set(server, subscriptions);
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    subscriptions.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscriptions.remove(uri);
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
  for (const uri of subscribed.get(low)?.list() ?? [])
    low.sendResourceUpdated({ uri }).catch(() => {});
}

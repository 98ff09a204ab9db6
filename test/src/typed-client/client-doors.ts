import type { ConnectOptions } from '@formwork/client';

/** A binding and a version of A2A by which the typed client reaches a Formwork server. */
interface ClientDoor {
  readonly name: string;
  readonly options: ConnectOptions;
}

/** Returns true for requests for an agent's card. */
export function isForCard(input: Parameters<typeof fetch>[0]): boolean {
  const url = input instanceof Request ? input.url : input;
  return new URL(url).pathname.includes('/.well-known/');
}

/**
 * Fetches as `fetch` does, but makes every card look like one of A2A 0.3, without
 * `supportedInterfaces`.
 */
const fetchLegacy: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!isForCard(input)) return response;
  const legacy = await fetch(input);
  const { supportedInterfaces: _, ...card } = (await legacy.json()) as Record<string, unknown>;
  return Response.json(card);
};

/** All bindings over HTTP, whose requests a test can intercept by its own `fetch`. */
export const CLIENT_DOORS: readonly ClientDoor[] = [
  { name: 'JSON-RPC 1.0', options: { transports: ['JSONRPC'] } },
  { name: 'REST 1.0', options: { transports: ['HTTP+JSON'] } },
  { name: 'JSON-RPC 0.3', options: { fetch: fetchLegacy, headers: {} } },
];

/** All bindings of the typed client; gRPC needs a server that was created `WITH_GRPC`. */
export const ALL_CLIENT_DOORS: readonly ClientDoor[] = [
  ...CLIENT_DOORS,
  { name: 'gRPC', options: { transports: ['GRPC'] } },
];

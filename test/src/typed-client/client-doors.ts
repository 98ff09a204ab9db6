import type { ConnectOptions } from '@formwork/client';

/** A way for the client to reach our server. */
interface ClientDoor {
  readonly name: string;
  readonly options: ConnectOptions;
}

/** True for requests of an agent's card. */
export function isForCard(input: Parameters<typeof fetch>[0]): boolean {
  const url = input instanceof Request ? input.url : input;
  return new URL(url).pathname.includes('/.well-known/');
}

/** Answers cards as an agent of 0.3 would: no word of the doors of 1.0. */
const fetchLegacy: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!isForCard(input)) return response;
  const legacy = await fetch(input);
  const { supportedInterfaces: _, ...card } = (await legacy.json()) as Record<string, unknown>;
  return Response.json(card);
};

/** Every way over HTTP, whose requests a test may have pass through its hands. */
export const CLIENT_DOORS: readonly ClientDoor[] = [
  { name: 'JSON-RPC 1.0', options: { transports: ['JSONRPC'] } },
  { name: 'REST 1.0', options: { transports: ['HTTP+JSON'] } },
  { name: 'JSON-RPC 0.3', options: { fetch: fetchLegacy, headers: {} } },
];

/** Every way there is, to a server `WITH_GRPC`. */
export const ALL_CLIENT_DOORS: readonly ClientDoor[] = [
  ...CLIENT_DOORS,
  { name: 'gRPC', options: { transports: ['GRPC'] } },
];

import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

/** A host of the newest revision, at the end of a transport or at an address. */
export async function connectHost(to: Transport | URL): Promise<Client> {
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(to instanceof URL ? new StreamableHTTPClientTransport(to) : to);
  return client;
}

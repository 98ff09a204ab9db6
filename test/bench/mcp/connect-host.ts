import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

/** Connects an MCP host of the newest protocol revision to a transport or a URL. */
export async function connectHost(to: Transport | URL): Promise<Client> {
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(to instanceof URL ? new StreamableHTTPClientTransport(to) : to);
  return client;
}

import { createEnvelope, type Envelope } from '@formwork/adapters';
import { createGatewaySource } from '@formwork/react';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connectModern } from '../mcp/hosts.ts';
import { createSessionClient } from '../sessions/api/session-client.ts';
import { collect } from '../support/event-stream.ts';

/** Asks the agent of `toAgentModule` with a form at the gateway of a page. @returns What came last. */
export async function askForm(url: string, agent: string): Promise<unknown> {
  const events = createGatewaySource(`${url}/api`, agent).send({
    kind: 'input',
    messageId: crypto.randomUUID(),
    skillId: 'say',
    schema: 'ask',
    data: { to: 'me' },
  });
  return (await collect(events)).at(-1);
}

/** Asks it as a tool. @returns The structured result. */
export async function askTool(door: string): Promise<unknown> {
  const host = await connectModern(new StreamableHTTPClientTransport(new URL(door)));
  const { structuredContent } = await host.call('say', { to: 'me' });
  await host.close();
  return structuredContent;
}

/** Asks it in a session. @returns The data of the first artifact. */
export async function askInSession(
  apiUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const client = createSessionClient(apiUrl, { headers });
  const { id } = await client.create();
  return (await client.send(id, { content: '{"to":"me"}' })).artifacts?.[0]?.data;
}

/** Asks it with a message envelope. @returns The HTTP status and the payload. */
export async function askWithMessage(door: string): Promise<readonly [number, unknown]> {
  const [status, { payload }] = await postEnvelope(door, await toRequest(door));
  return [status, payload];
}

/** The HTTP status, the answer, and the task that was asked for. */
export type Posted = readonly [number, Envelope, string | null];

/** Posts a message envelope. */
export async function postEnvelope(door: string, message: Envelope): Promise<Posted> {
  const response = await fetch(door, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  return [
    response.status,
    (await response.json()) as Envelope,
    response.headers.get('formwork-task-id'),
  ];
}

/** A request to an agent whose id the caller takes from the first refusal, as nobody told it. */
export async function toRequest(door: string): Promise<Envelope> {
  const draft = {
    type: 'request',
    sender: 'client-agent',
    payload: { method: 'say', parameters: { to: 'me' } },
  } as const;
  const [, refusal] = await postEnvelope(
    door,
    createEnvelope({ ...draft, recipient: 'not-known' }),
  );
  return createEnvelope({ ...draft, recipient: refusal.sender_id });
}

import { createEnvelope, type Envelope } from '@formwork/adapters';
import { createGatewaySource } from '@formwork/react';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connectModern } from '../mcp/hosts.ts';
import { createSessionClient } from '../sessions/api/session-client.ts';
import { collect } from '../support/event-stream.ts';

/**
 * Sends the sample input of `toAgentModule` to an agent through the gateway of a forms page.
 * @returns the last event of the answer
 */
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

/**
 * Calls the tool `say` at an MCP endpoint with the sample input of `toAgentModule`.
 * @returns the structured result
 */
export async function askTool(door: string): Promise<unknown> {
  const host = await connectModern(new StreamableHTTPClientTransport(new URL(door)));
  const { structuredContent } = await host.call('say', { to: 'me' });
  await host.close();
  return structuredContent;
}

/**
 * Sends the sample input of `toAgentModule` in a new session.
 * @returns the data of the first artifact
 */
export async function askInSession(
  apiUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const client = createSessionClient(apiUrl, { headers });
  const { id } = await client.create();
  return (await client.send(id, { content: '{"to":"me"}' })).artifacts?.[0]?.data;
}

/**
 * Sends the sample input of `toAgentModule` in a message envelope.
 * @returns the HTTP status and the payload of the answer
 */
export async function askWithMessage(door: string): Promise<readonly [number, unknown]> {
  const [status, { payload }] = await postEnvelope(door, await toRequest(door));
  return [status, payload];
}

/**
 * The HTTP status of an answer to a message envelope, the answer, and its header that names the
 * task.
 */
export type Posted = readonly [number, Envelope, string | null];

/** Posts a message envelope to the envelopes endpoint. */
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

/**
 * Makes an envelope with the sample input of `toAgentModule`, for the agent id that the endpoint
 * names when it refuses an unknown recipient.
 */
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

import { demoAgent } from '@formwork/demo';
import { expect } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { verifies } from './verifies.ts';

/** The example message of the extension's section 2, byte for byte. */
const EXAMPLE = `{
  "kind": "message",
  "messageId": 1,
  "role": "user",
  "parts": [
    {
      "kind": "data",
      "data": {
        "a": "100 duck sized horses",
        "b": "1 horse sized duck"
      },
      "metadata": {
        "mimeType": "application/json;schema=fightComparison"
      }
    }
  ]
}`;

async function sendLegacy(url: string, message: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","id":7,"method":"message/send","params":{"message":${message}}}`,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

verifies(
  ['2.data-part', '2.mime-type', '3.new-input', '4.mime-type'],
  "the extension's own message works over 0.3, though its id is a number",
  async () => {
    const { url } = await startServer(demoAgent);
    expect(await sendLegacy(url, EXAMPLE)).toMatchObject({
      id: 7,
      result: {
        kind: 'task',
        status: { state: 'completed' },
        metadata: {
          title: 'Who would win in a fight between 100 duck sized horses and 1 horse sized duck?',
        },
        history: [{ kind: 'message', messageId: '1', parts: [{ kind: 'data' }] }],
        artifacts: [
          {
            parts: [
              {
                kind: 'data',
                data: { winner: '100 duck sized horses', probability: expect.any(Number) },
                metadata: { mimeType: 'application/json;schema=fightResponse' },
              },
              // A text for callers that do not activate the extension.
              { kind: 'text', text: expect.stringContaining('100 duck sized horses') },
            ],
          },
        ],
      },
    });
  },
);

verifies(['3.invalid', '3.new-error'], 'over 0.3 the message of an error says it all', async () => {
  const { url } = await startServer(demoAgent);
  const { error } = await sendLegacy(url, EXAMPLE.replace('"b":', '"bb":'));
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('/b') });
});

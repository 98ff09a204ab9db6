// Not over every binding: bodies of HTTP are parsed before any method is known, and gRPC has a parser of its own.
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

function createBody(depth: number): string {
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const part = `{"data":{"a":"x","b":"y"},"mediaType":"application/json;schema=fightComparison"}`;
  return `{"messageId":"1234567890abcdef","role":"ROLE_USER","metadata":{"x":${deep}},"parts":[${part}]}`;
}

test.each([300, 10_000, 400_000])('a body nested %i levels deep is refused', async (depth) => {
  const { url, logged } = await startServer(demoAgent);
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const message = createBody(depth);
  const rpc = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers,
    body: `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":${message}}}`,
  });
  expect(await rpc.json()).toMatchObject({
    error: { code: -32600, message: expect.stringContaining('256 levels') },
  });
  const rest = await fetch(`${url}/a2a/rest/message:send`, {
    method: 'POST',
    headers,
    body: `{"message":${message}}`,
  });
  expect(rest.status).toBe(400);
  expect(await rest.json()).toMatchObject({
    error: { message: expect.stringContaining('256 levels') },
  });
  expect(logged).toEqual([]);
});

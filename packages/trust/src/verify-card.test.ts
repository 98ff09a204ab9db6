import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createSigningKey } from './card-signer.ts';
import { fetchKeys } from './verify-card.ts';

async function serve(body: string, { status = 200, headers = {} } = {}): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/keys`;
}

test('fetchKeys() leaves out keys that cannot verify, such as shared secrets', async () => {
  const { d: _d, ...key } = await createSigningKey();
  const url = await serve(JSON.stringify({ keys: [{ kty: 'oct', k: 'AA' }, null, key] }));
  expect(await fetchKeys(url, fetch)).toEqual([key]);
});

test.each([
  { name: 'another document', body: '[]', message: 'must be a JWKS' },
  { name: 'no JSON', body: '<html>', message: 'must be a JWKS' },
  { name: 'too large', body: 'x'.repeat(70_000), message: 'more than 65536' },
  { name: 'missing', options: { status: 404 }, message: 'HTTP 404' },
  {
    name: 'moved',
    options: { status: 302, headers: { location: 'https://evil.example' } },
    message: 'a redirect',
  },
])('fetchKeys() refuses keys that are $name', async ({ body = '', options, message }) => {
  const url = await serve(body, options);
  await expect(fetchKeys(url, fetch)).rejects.toThrow(message);
});

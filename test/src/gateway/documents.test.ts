import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { post, startForms } from './start-forms.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

test('a document beside the agent comes as it is, and nothing says who asked for it', async () => {
  let headers: Readonly<Record<string, unknown>> = {};
  const url = await serve((request, response) => {
    headers = request.headers;
    response.end(Buffer.from([0x7b, 0xff]));
  });
  const { api } = await startForms({ mode: 'one', agentUrl: url });
  const answer = await fetch(`${api}/document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'a=b', authorization: 'Bearer x' },
    body: JSON.stringify({ url: `${url}/a.json` }),
  });
  expect(answer.status).toBe(200);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.from([0x7b, 0xff]));
  expect(answer.headers.get('content-type')).toContain('application/octet-stream');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
  expect(headers['authorization']).toBe(undefined);
});

test('addresses that may not be called are refused, redirects to them too', async () => {
  const asked: string[] = [];
  const secret = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  const agent = await serve((_request, response) => {
    response.writeHead(302, { location: `${secret}/inside` }).end();
  });
  const one = await startForms({ mode: 'one', agentUrl: agent });
  expect(await post(`${one.api}/document`, { url: `${secret}/a.json` })).toMatchObject({
    status: 403,
    body: { error: { reason: 'ADDRESS_REFUSED' } },
  });
  const many = await startForms({ mode: 'many' });
  expect(await post(`${many.api}/document`, { url: `${secret}/a.json` })).toMatchObject({
    status: 403,
    body: { error: { reason: 'ADDRESS_REFUSED' } },
  });
  const listed = await startForms({
    mode: 'many',
    allowAddresses: 'listed',
    agents: [{ url: agent }],
  });
  expect(await post(`${listed.api}/document`, { url: `${secret}/a.json` })).toMatchObject({
    status: 403,
    body: { error: { reason: 'AGENT' } },
  });
  for (const { api } of [one, listed]) {
    const answer = await post(`${api}/document`, { url: `${agent}/a.json` });
    expect(answer.status).toBe(502);
    expect(answer.text).toContain('its status must be 200: current value is 302');
  }
  for (const url of [undefined, 5, 'file:///etc/passwd', 'http://user:secret@example.com/']) {
    const answer = await post(`${many.api}/document`, { url });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('secret');
  }
  expect(asked).toEqual([]);
});

test('what is too large or never comes ends with a reason', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(3000));
    else if (request.url === '/cut') response.write('{', () => response.destroy());
    else if (request.url !== '/never') response.writeHead(404).end();
  });
  const options = { mode: 'one', agentUrl: url, maxCardBytes: 2000 } as const;
  const [patient, hasty] = await Promise.all([
    startForms(options),
    startForms({ ...options, describeTimeoutMs: 500 }),
  ]);
  for (const [path, reason] of [
    ['/large', 'it must have at most 2000 bytes'],
    ['/cut', 'it must arrive whole'],
    ['/never', 'it must be there within 500 ms'],
    ['/nothing', 'current value is 404'],
  ] as const) {
    const { api } = path === '/never' ? hasty : patient;
    const answer = await post(`${api}/document`, { url: `${url}${path}` });
    expect(answer.status).toBe(502);
    expect(answer.text).toContain(reason);
  }
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createSampleCard } from '../testing/sample-agent.ts';
import { fetchAgentCard } from './fetch-agent-card.ts';

const servers = new Set<ReturnType<typeof createServer>>();

afterEach(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  servers.clear();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

test('fetchAgentCard finds the card below the address, also in its old place', async () => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    if (request.url === '/agents/one/.well-known/agent.json') {
      response.end(JSON.stringify(createSampleCard()));
    } else response.writeHead(404).end();
  });
  const headers = { authorization: 'Bearer x' };
  const source = await fetchAgentCard(`${url}/agents/one?token=secret`, { headers });
  expect(asked).toEqual([
    '/agents/one/.well-known/agent-card.json Bearer x',
    '/agents/one/.well-known/agent.json Bearer x',
  ]);
  expect(source).toMatchObject({ origin: `${url}/agents/one`, remote: true });
  expect(source.agent).toMatchObject({ name: 'Contest agent', url: `${url}/agents/one` });
});

test('fetchAgentCard finds the card at any address that answers one, and at the origin of a door', async () => {
  const card = createSampleCard();
  let origin = {};
  const url = await serve(({ url: at = '' }, response) => {
    if (at === '/ada/agentCard/v1.0' || at === '/?agent=ada') response.end(JSON.stringify(card));
    else if (at === '/.well-known/agent-card.json') response.end(JSON.stringify(origin));
    // The door of an agent is no place to GET.
    else response.writeHead(at.startsWith('/rpc') ? 405 : 404).end('{"name":"no card"}');
  });
  expect((await fetchAgentCard(`${url}/ada/agentCard/v1.0`)).agent?.name).toBe('Contest agent');
  origin = { ...card, name: 'Origin', supportedInterfaces: [{ url: `${url}/rpc/v1` }] };
  expect((await fetchAgentCard(`${url}/rpc/v1/`)).agent?.name).toBe('Origin');
  await expect(fetchAgentCard(`${url}/rpc/v2`)).rejects.toThrow('it is 405');
  await expect(fetchAgentCard(`${url}/bob`)).rejects.toThrow('there is none at');
});

test('fetchAgentCard follows redirects within the origin only', async () => {
  const elsewhere = await serve((_request, response) => response.end('{"name":"B","skills":[]}'));
  const url = await serve((request, response) => {
    if (request.url === '/card.json') response.writeHead(302, { location: '/there.json' }).end();
    else if (request.url === '/there.json') response.end('{"name":"A","skills":[]}');
    else if (request.url === '/loop.json') response.writeHead(301, { location: 'loop.json' }).end();
    else response.writeHead(307, { location: `${elsewhere}/card.json` }).end();
  });
  expect((await fetchAgentCard(`${url}/card.json`)).agent?.name).toBe('A');
  await expect(fetchAgentCard(`${url}/out.json`)).rejects.toThrow('must stay within its origin');
  await expect(fetchAgentCard(`${url}/loop.json`)).rejects.toThrow('3 times at most');
});

test('fetchAgentCard reads no more than the limit', async () => {
  let sent = 0;
  const url = await serve((_request, response) => {
    const chunk = ' '.repeat(64 * 1024);
    const write = (): void => {
      while (!response.destroyed && sent < 64 * 1024 * 1024) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', write);
    write();
  });
  await expect(fetchAgentCard(url)).rejects.toMatchObject({ code: 'TYPEGEN_LIMIT' });
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

test('fetchAgentCard gives up in time', async () => {
  const url = await serve(() => {});
  await expect(fetchAgentCard(url, { timeoutMs: 50 })).rejects.toThrow('must answer in time');
});

test.each([
  ['ftp://127.0.0.1/', 'must be an http or https URL'],
  ['file:///etc/passwd', 'must be an http or https URL'],
  ['http://user:secret@127.0.0.1/', 'must have no user name and password'],
])('fetchAgentCard refuses %s', async (address, expected) => {
  await expect(fetchAgentCard(address)).rejects.toThrow(expected);
});

test.each([
  [200, 'no JSON', 'must be JSON'],
  [200, '[]', 'must be a JSON object'],
  [500, '{}', 'it is 500'],
  [404, '{}', 'must have an agent card'],
])('fetchAgentCard says what is wrong with an answer of %i %s', async (status, body, expected) => {
  const url = await serve((_request, response) => response.writeHead(status).end(body));
  await expect(fetchAgentCard(url)).rejects.toThrow(expected);
});

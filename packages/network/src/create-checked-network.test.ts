import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isAddressRefusal, type AddressRule } from './addresses.ts';
import { createCheckedNetwork, type CheckedNetworkOptions } from './create-checked-network.ts';
import type { LookupAll } from './name-lookups.ts';

const isHere: AddressRule = (address) => address === '127.0.0.1';
const isNowhere: AddressRule = () => false;

async function serve(answer: RequestListener): Promise<{ readonly port: number; seen: number }> {
  const server = createServer(answer);
  const found = { port: 0, seen: 0 };
  server.on('connection', () => (found.seen += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  found.port = (server.address() as AddressInfo).port;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return found;
}

function createFetch(isAllowed: AddressRule, options: CheckedNetworkOptions = {}): typeof fetch {
  const network = createCheckedNetwork(options);
  onTestFinished(() => network.close());
  return network.createFetch(({ href }) => ({ url: href, isAllowed }));
}

const toHere: LookupAll = (_name, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

test('goes where an address is allowed, by its number and by a name', async () => {
  const { port } = await serve((_request, response) => void response.end('here'));
  const send = createFetch(isHere, { lookup: toHere });
  expect(await (await send(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(await (await send(new Request(`http://agent.example:${port}/`))).text()).toBe('here');
});

test.each(['127.0.0.1', '[::ffff:127.0.0.1]', 'agent.example'])(
  'connects to nothing where %s is refused',
  async (host) => {
    const trap = await serve((_request, response) => void response.end());
    const sent = createFetch(isNowhere, { lookup: toHere })(`http://${host}:${trap.port}/`);
    await expect(sent).rejects.toSatisfy(isAddressRefusal);
    expect(trap.seen).toBe(0);
  },
);

test('a name that changes its mind is checked with every connection', async () => {
  const { port } = await serve((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end();
  });
  let address = '127.0.0.1';
  const lookup: LookupAll = (_name, _options, callback) => callback(null, [{ address, family: 4 }]);
  const send = createFetch(isHere, { lookup });
  expect((await send(`http://agent.example:${port}/`)).status).toBe(200);
  address = '10.0.0.1';
  await expect(send(`http://agent.example:${port}/`)).rejects.toSatisfy(isAddressRefusal);
});

test('connections are not shared between rules', async () => {
  const { port } = await serve((_request, response) => void response.end());
  const network = createCheckedNetwork();
  onTestFinished(() => network.close());
  const toRoute = (isAllowed: AddressRule) => (url: URL) => ({ url: url.href, isAllowed });
  const url = `http://127.0.0.1:${port}/`;
  expect((await network.createFetch(toRoute(isHere))(url)).status).toBe(200);
  const refused = network.createFetch(toRoute(isNowhere))(url);
  await expect(refused).rejects.toSatisfy(isAddressRefusal);
});

test('redirects are answers or errors, and never followed', async () => {
  const trap = await serve((_request, response) => void response.end());
  const location = `http://127.0.0.1:${trap.port}/`;
  const { port } = await serve((_request, response) => {
    response.writeHead(302, { location }).end();
  });
  const send = createFetch(isHere);
  const url = `http://127.0.0.1:${port}/`;
  expect((await send(url, { redirect: 'manual' })).status).toBe(302);
  for (const init of [{}, { redirect: 'follow' } as const]) {
    await expect(send(url, init)).rejects.toThrow(TypeError);
  }
  expect(trap.seen).toBe(0);
});

test('silence ends a request', async () => {
  const { port } = await serve(() => {});
  await expect(createFetch(isHere, { silenceMs: 50 })(`http://127.0.0.1:${port}/`)).rejects.toThrow(
    TypeError,
  );
});

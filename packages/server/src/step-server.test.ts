import { expect, test } from 'vitest';
import { StepServer } from './step-server.ts';

const ADDRESS = { port: 0, host: '127.0.0.1' };

test('a step has a server of its own, which answers what the step passes on, and ends', async () => {
  const server = new StepServer(({ path, reply }, next) => {
    if (path === '/here') reply.end('Hello', 'utf8');
    else if (path === '/open') reply.flushHeaders();
    else next();
  });
  const url = await server.listen(ADDRESS);
  expect(await (await fetch(`${url}/here?x=1`)).text()).toBe('Hello');
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  const open = await fetch(`${url}/open`);
  await server.close();
  await expect(open.text()).rejects.toThrow('terminated');
  await expect(fetch(`${url}/here`)).rejects.toThrow('fetch failed');
});

test('an address that is taken is said by name', async () => {
  const first = new StepServer((_exchange, next) => next());
  const { port } = new URL(await first.listen(ADDRESS));
  const second = new StepServer((_exchange, next) => next());
  await expect(second.listen({ ...ADDRESS, port: Number(port) })).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
  });
  await first.close();
});

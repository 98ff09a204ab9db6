import { defineAgent, defineSkill } from '@formwork/core';
import { createServer, type ProtocolAdapter } from '@formwork/server';
import { expect, test } from 'vitest';
import { RequestLog, type RequestRecord } from './request-log.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => '',
});
const create = (version: string) => defineAgent({ name: 'Agent', version, skills: [skill] });

test('a door that is left out shows as its calls of the agent, without the path of the public URL', async () => {
  const records: RequestRecord[] = [];
  const log = new RequestLog((record) => records.push(record));
  const versions: string[] = [];
  const door: ProtocolAdapter = (host) => ({
    step({ path, reply }, next) {
      versions.push(host.agent.version);
      if (path !== '/door') {
        next();
        return;
      }
      void host
        .fetch(`${host.publicUrl}/.well-known/agent-card.json`)
        .then(({ status }) => reply.end(String(status), 'utf8'));
    },
  });
  const server = createServer(create('1'), {
    publicUrl: 'http://localhost/agents',
    adapters: [log.leaveOut(door)],
  });
  server.app.use(log.watch);
  const { url } = await server.listen({ port: 0 });
  expect(await (await fetch(`${url}/door`)).text()).toBe('200');
  server.replaceAgent(create('2'));
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  await server.close();
  // The door reads the newest definition.
  expect(versions).toEqual(['1', '2']);
  expect(records).toEqual([
    { method: 'GET', path: '/.well-known/agent-card.json', status: 200, ms: expect.any(Number) },
    { method: 'GET', path: '/*', status: 404, ms: expect.any(Number) },
  ]);
});

test('a call is handed on with the signal of its caller, which that of a copy follows only until it is collected', async () => {
  const log = new RequestLog(() => undefined);
  const { signal } = new AbortController();
  const signals: unknown[] = [];
  const door: ProtocolAdapter = (host) => ({
    step({ reply }) {
      void host.fetch(host.publicUrl, { signal }).then(() => reply.end('', 'utf8'));
    },
  });
  const watched: ProtocolAdapter = (host) =>
    log.leaveOut(door)({
      ...host,
      fetch: (input, init) => {
        signals.push(init?.signal ?? input);
        return Promise.resolve(new Response());
      },
    });
  const server = createServer(create('1'), { adapters: [watched] });
  const { url } = await server.listen({ port: 0 });
  await fetch(`${url}/door`);
  await server.close();
  expect(signals).toHaveLength(1);
  expect(signals[0]).toBe(signal);
});

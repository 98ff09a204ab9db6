// Not over every binding: the heads of HTTP requests are the subject, which gRPC does not have.

import { defineAgent, defineSkill } from '@formwork/core';
import { describe, expect, test } from 'vitest';
import { HOSTS } from './hosts.ts';

const greet = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
});

const agentOfGreetings = defineAgent({ name: 'Hosted', version: '1', skills: [greet] });

describe.each(HOSTS)('on $name', ({ name, serve, path: base }) => {
  test('a target that names another host than the header is refused', async () => {
    const agent = await serve(agentOfGreetings);
    const { host } = new URL(agent.url);
    const headers = { host, 'a2a-version': '1.0' };
    const path = `${base}/a2a/rest/tasks`;
    const ask = async (target: string) => (await agent.send({ target, headers })).status;
    expect(await ask(path)).toBe(200);
    expect(await ask(`http://${host}${path}`)).toBe(200);
    expect(await ask(`http://evil.example${path}`)).toBe(421);
  });

  test('of two media types of a body, the first one counts', async () => {
    const agent = await serve(agentOfGreetings);
    const { host } = new URL(agent.url);
    const send = async (...types: string[]) => {
      const headers = { host, 'a2a-version': '1.0', 'content-type': types };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} });
      return agent.send({ target: `${base}/a2a`, headers, body });
    };
    expect((await send('application/json', 'text/plain')).text).toContain('"result"');
    expect((await send('text/plain', 'application/json')).text).toContain('"error"');
  });

  test('what identifies callers sees the target, below the path where a router is mounted', async () => {
    const targets: (string | undefined)[] = [];
    const agent = await serve(agentOfGreetings, {
      authenticate: ({ url }) => {
        targets.push(url);
        return undefined;
      },
    });
    const path = '/a2a/rest/tasks?pageSize=1';
    expect(
      (await agent.fetch(agent.url + path, { headers: { 'a2a-version': '1.0' } })).status,
    ).toBe(200);
    // Express cuts off the path where a router is mounted, and keeps it in `originalUrl`.
    expect(targets).toEqual([name === 'express' ? path : base + path]);
  });
});

import { TaskState } from '@a2a-js/sdk';
import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { createBearerAuthentication } from './bearer-token.ts';
import { createServer } from './create-server.ts';
import type { Exchange } from './exchange.ts';
import type { ProtocolAdapter, AdapterHost } from './protocol-adapter.ts';

const agent = defineAgent({
  name: 'Echo',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'echo',
      name: 'Echo',
      description: 'Says it again.',
      tags: [],
      input: { said: { type: 'object' } },
      output: { said: { type: 'object' } },
      run: ({ input }) => input,
    }),
  ],
});

test('an adapter has its own paths, the caller and the same tasks, and is closed with the server', async () => {
  const steps: string[] = [];
  const seen: AdapterHost[] = [];
  const adapter: ProtocolAdapter = (host) => {
    seen.push(host);
    async function answer({ message, reply }: Exchange): Promise<void> {
      reply.end(JSON.stringify({ id: (await host.identify(message)).id }), 'utf8');
    }
    return {
      step(exchange, next) {
        if (exchange.path === '/who') void answer(exchange);
        else next();
      },
      close: async () => {
        steps.push(`closed after ${host.closing.aborted ? 'the end began' : 'nothing'}`);
      },
    };
  };
  const authenticate = createBearerAuthentication({
    verify: (token) => (token === 'secret' ? { id: 'alice' } : undefined),
  });
  const server = createServer(agent, { authenticate, adapters: [adapter] });
  const { url } = await server.listen({ port: 0 });

  const who = await fetch(`${url}/who`, { headers: { authorization: 'Bearer secret' } });
  const card = await fetch(`${url}/.well-known/agent-card.json`);
  const page = await seen[0]?.requestHandler.listTasks(
    {
      tenant: '',
      contextId: '',
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      historyLength: undefined,
      pageSize: 10,
      includeArtifacts: false,
      statusTimestampAfter: undefined,
    },
    seen[0].createContext(seen[0].vouchFor('alice')),
  );
  await server.close();

  expect(await who.json()).toEqual({ id: 'alice' });
  expect(card.status).toBe(200);
  expect(page?.tasks).toEqual([]);
  expect(seen[0]?.publicUrl).toBe(url);
  expect(steps).toEqual(['closed after the end began']);
});

test('what is no adapter is refused by name', () => {
  const adapters = ['sessions'] as unknown as readonly ProtocolAdapter[];
  expect(() => createServer(agent, { adapters })).toThrow(
    'adapters must be a list of adapters, which are functions',
  );
});

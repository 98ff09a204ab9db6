import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createPeopleAdapter, type PeopleAdapterOptions } from '@formwork/people';
import { createPeopleClient, type PeopleClient } from '@formwork/people/client';
import { createMemoryRecords, type SharedRecords } from '@formwork/runtime';
import { createApiKeyAuthentication, type ServerOptions } from '@formwork/server';
import { startServer } from '../support/start-server.ts';

const PAYMENT = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    amount: { type: 'number' },
    pin: { type: 'string', writeOnly: true },
    memo: { type: 'string' },
  },
  required: ['to', 'amount'],
} as const;

/** An agent whose skill gets a secret, and whose result repeats it. */
export const payAgent = defineAgent({
  name: 'Payments',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'pay',
      name: 'Pay',
      description: 'Pays.',
      tags: [],
      input: { payment: PAYMENT },
      output: { receipt: { type: 'object', properties: { note: { type: 'string' } } } },
      title: ({ to }) => to,
      run: ({ input }) => ({ note: `Paid ${input.amount} to ${input.to} with ${input.pin}` }),
    }),
  ],
});

/** A server with a people door, and ways to it for two people and for a stranger. */
export interface PeopleServer {
  readonly url: string;
  readonly records: SharedRecords;
  readonly ada: PeopleClient;
  readonly bob: PeopleClient;
  /** Sends a request to the people door; `key` is that of a person. */
  ask(path: string, init?: RequestInit & { readonly key?: string }): Promise<Response>;
  /** Pays on behalf of the person with a key, and returns the id of the task. */
  pay(key: string, to: string, memo?: string): Promise<string>;
}

/** The secret that every payment of {@link PeopleServer.pay} carries. */
export const PIN = '4711-0815';

/** Serves {@link payAgent} with a people door to Ada and Bob. */
export async function startPeopleServer(
  { records = createMemoryRecords(), ...door }: PeopleAdapterOptions = {},
  options: ServerOptions = {},
): Promise<PeopleServer> {
  const { url } = await startServer(payAgent, {
    adapters: [createPeopleAdapter({ ...door, records })],
    authenticate: createApiKeyAuthentication({
      keys: { 'key-of-ada': 'ada', 'key-of-bob': 'bob' },
    }),
    requireAuthentication: true,
    ...options,
  });
  const ask: PeopleServer['ask'] = async (path, { key, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('x-api-key', key);
    return fetch(`${url}/people${path}`, { ...init, headers });
  };
  const createPerson = (key: string): PeopleClient =>
    createPeopleClient({ send: (path, init) => ask(path, { ...init, key }) });
  return {
    url,
    records,
    ada: createPerson('key-of-ada'),
    bob: createPerson('key-of-bob'),
    ask,
    async pay(key, to, memo) {
      const agent = await connect(url, { headers: { 'x-api-key': key } });
      await agent
        .skill('pay')
        .call({ to, amount: 5, pin: PIN, ...(memo !== undefined && { memo }) });
      const { tasks } = await createPerson(key).listTasks({ pageSize: 1 });
      return tasks[0]?.id ?? '';
    },
  };
}

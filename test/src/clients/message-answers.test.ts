import { Role } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { ClientFactory as LegacyFactory } from 'a2a-sdk-0.3/client';
import { expect, test } from 'vitest';
import { clerkAgent } from '../support/clerk-agent.ts';
import { collect } from '../support/event-stream.ts';
import { startServer } from '../support/start-server.ts';

// How clients by other makers read an answer that is a message and not a task.

const TRANSPORTS = { 'JSON-RPC 1.0': JsonRpcTransportFactory, 'REST 1.0': RestTransportFactory };

test.each(Object.entries(TRANSPORTS))('@a2a-js/sdk 1.3 over %s', async (_name, Transport) => {
  const { url } = await startServer(clerkAgent);
  const transports = [new Transport({ fetchImpl: fetch })];
  const preferredTransports = transports.map(({ protocolName }) => protocolName);
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports,
    preferredTransports,
  });
  const client = await new ClientFactory(options).createFromUrl(url);
  const say = (value: string) => ({
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [
        {
          content: { $case: 'text', value } as const,
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  });
  const said = { parts: [{ content: { $case: 'text', value: 'You said hello.' } }], taskId: '' };
  expect(await client.sendMessage(say('hello'))).toMatchObject(said);
  expect(await collect(client.sendMessageStream(say('hello')))).toMatchObject([
    { payload: { $case: 'message', value: said } },
  ]);
  await expect(client.sendMessage(say('rude'))).rejects.toThrow('Say please.');
});

test('@a2a-js/sdk 0.3', async () => {
  const { url } = await startServer(clerkAgent);
  const client = await new LegacyFactory().createFromUrl(url);
  const say = (text: string) => ({
    message: {
      kind: 'message' as const,
      messageId: crypto.randomUUID(),
      role: 'user' as const,
      parts: [{ kind: 'text' as const, text }],
    },
  });
  const said = {
    kind: 'message',
    role: 'agent',
    parts: [{ kind: 'text', text: 'You said hello.' }],
  };
  expect(await client.sendMessage(say('hello'))).toMatchObject(said);
  expect(await collect(client.sendMessageStream(say('hello')))).toMatchObject([said]);
  await expect(client.sendMessage(say('rude'))).rejects.toThrow('Say please.');
});

import { AgentCard } from '@a2a-js/sdk';
import { DefaultRequestHandler, InMemoryTaskStore, type AgentExecutor } from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { openDatabaseTaskStore } from '../stores/sdk-store.ts';
import { announce } from './compare.ts';

/**
 * Serves an executor as the SDK's documentation shows. The SDK's own store keeps tasks in the file
 * that is the first argument of the process, or in memory without one.
 */
export async function serveStock(executor: AgentExecutor): Promise<void> {
  const card = AgentCard.fromJSON({
    name: 'Bench',
    description: 'Does what the other does.',
    version: '1',
    supportedInterfaces: [
      { url: 'http://127.0.0.1/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  });
  const [file] = process.argv.slice(2);
  const store =
    file === undefined ? new InMemoryTaskStore() : (await openDatabaseTaskStore(file)).store;
  const requestHandler = new DefaultRequestHandler(card, store, executor);
  const app = express();
  app.use('/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  const server = app.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
}

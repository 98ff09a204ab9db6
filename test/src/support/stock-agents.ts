import { AgentCard } from '@a2a-js/sdk';
import { DefaultRequestHandler, InMemoryTaskStore, type AgentExecutor } from '@a2a-js/sdk/server';
import {
  agentCardHandler,
  jsonRpcHandler,
  restHandler,
  UserBuilder,
} from '@a2a-js/sdk/server/express';
import {
  DefaultRequestHandler as LegacyRequestHandler,
  InMemoryTaskStore as LegacyTaskStore,
  type AgentExecutor as LegacyExecutor,
} from 'a2a-sdk-0.3/server';
import { A2AExpressApp } from 'a2a-sdk-0.3/server/express';
import express, { type Express } from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from './test-end.ts';

/** The fields that the cards of all stock agents share. */
export const COMMON = {
  name: 'Stock',
  description: 'An agent without Formwork.',
  version: '1',
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
};

/** The paths of the doors of a stock agent. */
const PATHS = { JSONRPC: '/rpc', 'HTTP+JSON': '/rest' } as const;

/** Listens with an express app on a free port until the test is over, and returns the URL. */
export async function listen(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Serves an agent with `@a2a-js/sdk` 1.3 only, as the SDK's documentation shows. `fields` replace
 * fields of its card. Returns its URL.
 */
export async function startStockAgent(
  executor: AgentExecutor,
  fields: Readonly<Record<string, unknown>> = {},
  bindings: readonly (keyof typeof PATHS)[] = ['JSONRPC', 'HTTP+JSON'],
): Promise<string> {
  const app = express();
  const url = await listen(app);
  const card = {
    ...COMMON,
    capabilities: { streaming: true },
    supportedInterfaces: bindings.map((protocolBinding) => ({
      url: `${url}${PATHS[protocolBinding]}`,
      protocolBinding,
      protocolVersion: '1.0',
    })),
    ...fields,
  };
  const requestHandler = new DefaultRequestHandler(
    AgentCard.fromJSON(card),
    new InMemoryTaskStore(),
    executor,
  );
  const userBuilder = UserBuilder.noAuthentication;
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }));
  app.use('/rest', restHandler({ requestHandler, userBuilder }));
  app.use(
    '/.well-known/agent-card.json',
    agentCardHandler({ agentCardProvider: () => Promise.resolve(card as never) }),
  );
  return url;
}

/**
 * Serves an agent with `@a2a-js/sdk` 0.3 only. `fields` replace fields of its card. Returns its
 * URL.
 */
export async function startLegacyAgent(
  executor: LegacyExecutor,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const app = express();
  const url = await listen(app);
  const card = {
    ...COMMON,
    protocolVersion: '0.3.0',
    url: `${url}/`,
    preferredTransport: 'JSONRPC',
    capabilities: { streaming: true },
    ...fields,
  };
  const handler = new LegacyRequestHandler(card, new LegacyTaskStore(), executor);
  new A2AExpressApp(handler).setupRoutes(app as never, '');
  return url;
}

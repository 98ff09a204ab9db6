import { AgentCard, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  type AgentExecutor,
  type TaskStore,
} from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMessage } from '../stores/payload.ts';
import { createHttpTalker, type Talker } from './talker.ts';

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId, task }, bus) {
    const status = {
      state: TaskState.TASK_STATE_INPUT_REQUIRED,
      message: { ...createMessage('And then?'), taskId, contextId },
      timestamp: new Date().toISOString(),
    };
    if (task === undefined) {
      const history = [userMessage];
      const blank = { id: taskId, contextId, artifacts: [], history, metadata: undefined };
      bus.publish(AgentEvent.task({ ...blank, status }));
    } else {
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
    }
    bus.finished();
  },
  async cancelTask() {},
};

/**
 * Starts a conversation with an agent on the SDK's default handler, served as the SDK's
 * documentation shows.
 */
export async function createStockTalker(
  store: TaskStore,
  close: () => Promise<void>,
): Promise<Talker> {
  const card = AgentCard.fromJSON({
    name: 'Bench',
    supportedInterfaces: [
      { url: 'http://127.0.0.1/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
  });
  const requestHandler = new DefaultRequestHandler(card, store, executor);
  const app = express();
  app.use('/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return createHttpTalker({
    url: `http://127.0.0.1:${port}/a2a`,
    text: 'Well.',
    async close() {
      server.close();
      server.closeAllConnections();
      await close();
    },
  });
}

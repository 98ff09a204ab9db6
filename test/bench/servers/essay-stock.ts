// Streams one artifact in chunks, with the SDK's default handler: node essay-stock.ts [FILE]
import type { AddressInfo } from 'node:net';
import { AgentCard, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
} from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { createChunk } from '../stores/payload.ts';
import { openDatabaseTaskStore } from '../stores/sdk-store.ts';
import { announce } from './compare.ts';
import { parseEssayRequest } from './essay.ts';

function toStatus(state: TaskState): {
  readonly state: TaskState;
  readonly message: undefined;
  readonly timestamp: string;
} {
  return { state, message: undefined, timestamp: new Date().toISOString() };
}

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const { chunks, characters } = parseEssayRequest(
      content?.$case === 'text' ? content.value : '',
    );
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: toStatus(TaskState.TASK_STATE_WORKING),
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    // publish() returns nothing to wait for.
    for (let count = 0; count < chunks; count += 1) {
      const artifact = createChunk(characters);
      const place = { taskId, contextId, append: count > 0, lastChunk: count === chunks - 1 };
      bus.publish(AgentEvent.artifactUpdate({ ...place, artifact, metadata: undefined }));
    }
    const status = toStatus(TaskState.TASK_STATE_COMPLETED);
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
  },
  async cancelTask() {},
};

const card = AgentCard.fromJSON({
  name: 'Bench',
  description: 'Writes.',
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

// An agent for parcels, made with the official SDK. `after.ts` is the same agent with Formwork.

import { AgentCard, Role, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const EUROS_PER_KILO = { home: 2, europe: 5, world: 9 } as const;

interface Parcel {
  readonly kilos: number;
  readonly zone: keyof typeof EUROS_PER_KILO;
}

function findPrice({ kilos, zone }: Parcel): { readonly euros: number } {
  return { euros: 3 + Math.ceil(kilos) * EUROS_PER_KILO[zone] };
}

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const say = (state: TaskState, text: string) => {
      const content = { $case: 'text' as const, value: text };
      const message = {
        messageId: crypto.randomUUID(),
        role: Role.ROLE_AGENT,
        taskId,
        contextId,
        parts: text === '' ? [] : [{ content, metadata: undefined, filename: '', mediaType: '' }],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      };
      const timestamp = new Date().toISOString();
      const status = { state, message: text === '' ? undefined : message, timestamp };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
    };
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: {
          state: TaskState.TASK_STATE_SUBMITTED,
          message: undefined,
          timestamp: new Date().toISOString(),
        },
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    const part = userMessage.parts.find(({ content }) => content?.$case === 'data');
    const parcel = part?.content?.value as Parcel | undefined;
    if (typeof parcel?.kilos !== 'number' || !(parcel.zone in EUROS_PER_KILO)) {
      say(TaskState.TASK_STATE_FAILED, 'This is no parcel.');
      return;
    }
    say(TaskState.TASK_STATE_WORKING, `Weighing ${parcel.kilos} kg`);
    const content = { $case: 'data' as const, value: findPrice(parcel) };
    bus.publish(
      AgentEvent.artifactUpdate({
        taskId,
        contextId,
        artifact: {
          artifactId: 'result',
          name: '',
          description: '',
          parts: [{ content, metadata: undefined, filename: '', mediaType: 'application/json' }],
          metadata: undefined,
          extensions: [],
        },
        append: false,
        lastChunk: true,
        metadata: undefined,
      }),
    );
    say(TaskState.TASK_STATE_COMPLETED, '');
  },
  cancelTask: async () => {},
};

const app = express();
const server = app.listen(Number(process.env['PORT'] ?? 4100), '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const card = AgentCard.fromJSON({
  name: 'Parcels',
  description: 'Knows what a parcel costs.',
  version: '1.0.0',
  supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [
    {
      id: 'quote',
      name: 'Quote',
      description: 'Takes kilos and a zone (home, europe or world), and answers the price.',
      tags: ['parcels'],
    },
  ],
});
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
app.use('/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
console.log(`Serving ${url}/.well-known/agent-card.json`);

import { AgentCard, SendMessageRequest } from '@a2a-js/sdk';
import { ServerCallContext } from '@a2a-js/sdk/server';
import { defineAgent, defineSkill, toAgentCard } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';
import { TaskWatcher, createRequestHandler, createRunner } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';

/** A request handler whose memory is measured, and two kinds of calls to it. */
export interface Subject {
  /** Makes a blocking call whose task completes. */
  readonly finish: () => Promise<void>;
  /** Makes a blocking call whose task asks a question that is never answered. */
  readonly abandon: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const skill = defineSkill({
  id: 'fight',
  name: 'Fight',
  description: 'Tells who wins.',
  tags: [],
  input: {
    fight: {
      type: 'object',
      properties: { a: { type: 'string' }, ask: { type: 'boolean' } },
      required: ['a', 'ask'],
    },
  },
  async run({ input, task }) {
    await task.progress('Weighing', 0.5);
    return input.ask ? task.ask('Who is the other?') : `${input.a} wins.`;
  },
});

const agent = defineAgent({ name: 'Contest', version: '1.0.0', skills: [skill] });
const LOGGER = { info: () => undefined, warn: () => undefined, error: console.error };

export function openSubject(engine: TaskEngine): Subject {
  const watcher = new TaskWatcher(engine);
  const runner = createRunner(engine, agent, { logger: LOGGER });
  const interfaces = [
    { url: 'http://localhost/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ] as const;
  const card = toAgentCard(agent, { interfaces, streaming: true, pushNotifications: false });
  const agentCard = AgentCard.fromJSON(card);
  const handler = createRequestHandler({
    agent,
    agentCard,
    engine,
    runner,
    watcher,
    logger: LOGGER,
  });

  async function send(ask: boolean, expected: string): Promise<void> {
    const part = {
      data: { a: `Lion ${randomUUID()}`, ask },
      mediaType: 'application/json;schema=fight',
    };
    const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [part] };
    const request = SendMessageRequest.fromJSON({ message });
    const answer = await handler.sendMessage(request, new ServerCallContext());
    const state = 'status' in answer ? JSON.stringify(answer.status) : 'a message';
    if (!state.includes(expected)) throw new Error(`Unexpected answer: ${state}`);
  }

  return {
    finish: () => send(false, '"state":3'),
    abandon: () => send(true, '"state":6'),
    async close() {
      await runner.stop();
      watcher.close();
    },
  };
}

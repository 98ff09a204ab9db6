import { randomUUID } from 'node:crypto';
import { AgentCard, TaskState } from '@a2a-js/sdk';
import { ServerCallContext } from '@a2a-js/sdk/server';
import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import {
  createHintHub,
  createRequestHandler,
  createRunner,
  type TaskEngine,
} from '@formwork/runtime';
import { createMessage } from '../stores/payload.ts';
import type { Talker } from './talker.ts';

const answer = { type: 'string', minLength: 1 } as const;

/** Asks for ever: each turn is an answer, and the next question. */
function createAgent(kind: 'text' | 'form'): ReturnType<typeof defineAgent> {
  async function ask(task: TaskContext): Promise<unknown> {
    return kind === 'text'
      ? task.ask('And then?')
      : task.ask('And then?', { schema: { type: 'object', properties: { answer } } });
  }
  const skill = defineSkill({
    id: 'talk',
    name: 'Talk',
    description: 'Asks.',
    tags: [],
    async text({ task }) {
      for (;;) await ask(task);
    },
  });
  return defineAgent({ name: 'Bench', version: '1', skills: [skill] });
}

/** A conversation with an agent on our request handler. */
export function createTalker(engine: TaskEngine, kind: 'text' | 'form'): Talker {
  const agent = createAgent(kind);
  const logger = { info() {}, warn: console.warn, error: console.error };
  const hub = createHintHub(engine);
  const runner = createRunner(engine, agent, { logger });
  const agentCard = AgentCard.fromJSON({ name: 'Bench' });
  const handler = createRequestHandler({ agent, agentCard, engine, runner, hub, logger });
  return {
    async say(taskId) {
      const message = createMessage(kind === 'text' ? 'Well.' : '{"answer":"Well."}');
      const result = await handler.sendMessage(
        {
          tenant: '',
          message: { ...message, messageId: randomUUID(), taskId: taskId ?? '' },
          configuration: {
            acceptedOutputModes: [],
            taskPushNotificationConfig: undefined,
            historyLength: 0,
            returnImmediately: false,
          },
          metadata: undefined,
        },
        new ServerCallContext(),
      );
      if (!('status' in result)) throw new Error('The answer must be a task.');
      if (result.status?.state !== TaskState.TASK_STATE_INPUT_REQUIRED) {
        throw new Error(`The task must ask again: it is ${result.status?.state}.`);
      }
      return result.id;
    },
    async close() {
      await runner.stop();
      hub.close();
      await engine.close();
    },
  };
}

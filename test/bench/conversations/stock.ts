import { randomUUID } from 'node:crypto';
import { AgentCard, TaskState } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  ServerCallContext,
  type AgentExecutor,
  type TaskStore,
} from '@a2a-js/sdk/server';
import { createMessage } from '../stores/payload.ts';
import type { Talker } from './talker.ts';

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

/** A conversation with an agent on the SDK's default handler. */
export function createStockTalker(store: TaskStore, close: () => Promise<void>): Talker {
  const card = AgentCard.fromJSON({ name: 'Bench' });
  const handler = new DefaultRequestHandler(card, store, executor);
  return {
    async say(taskId) {
      const message = { ...createMessage('Well.'), messageId: randomUUID() };
      const result = await handler.sendMessage(
        {
          tenant: '',
          message: { ...message, taskId: taskId ?? '' },
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
      return result.id;
    },
    close,
  };
}

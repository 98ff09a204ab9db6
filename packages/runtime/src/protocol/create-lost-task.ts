import type { Task } from '@a2a-js/sdk';
import { toProtocolState } from '../engine/task-event.ts';
import { createAgentMessage } from './agent-message.ts';

/** What can be told of a task that was canceled though a part of it is gone. */
export function createLostTask(taskId: string): Task {
  const text = 'The task was canceled. Nothing else of it can be shown, as a part of it is lost.';
  return {
    id: taskId,
    contextId: '',
    status: {
      state: toProtocolState('canceled'),
      message: createAgentMessage(text, { contextId: '', taskId }),
      timestamp: undefined,
    },
    artifacts: [],
    history: [],
    metadata: undefined,
  };
}

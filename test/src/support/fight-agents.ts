import { TaskState, type Part } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';
import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import type { AgentExecutor as LegacyExecutor } from 'a2a-sdk-0.3/server';

/** The schema of the input of agents that compare two names, `a` and `b`. */
export const pair = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
} as const;
export const winner = {
  type: 'object',
  properties: { winner: { type: 'string' } },
  required: ['winner'],
} as const;

export const skill = {
  id: 'fight',
  name: 'Fight',
  description: 'Compares.',
  tags: [],
  inputModes: ['application/json; schema=pair'],
  outputModes: ['application/json;schema=winner'],
};
export const extension = (schemas: object, rest: object = {}) => ({
  uri: OBJECT_SCHEMAS_EXTENSION_URI,
  description: '',
  required: false,
  params: { schemas, ...rest },
});
export const declared = {
  capabilities: { streaming: true, extensions: [extension({ pair, winner })] },
  skills: [skill],
};

/**
 * Makes an executor for the A2A SDK that answers data with the longer name, as data of `mediaType`,
 * and text with text, in a task that takes a while.
 */
export function createExecutor(mediaType = 'application/json;schema=winner'): AgentExecutor {
  return {
    async execute({ userMessage, taskId, contextId }, bus) {
      const content = userMessage.parts[0]?.content;
      const status = (state: TaskState) => ({ state, message: undefined, timestamp: undefined });
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          artifacts: [],
          history: [],
          metadata: undefined,
          status: status(TaskState.TASK_STATE_WORKING),
        }),
      );
      // Real time: callers mostly see the task at work.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const data =
        content?.$case === 'data' ? (content.value as Record<string, string>) : undefined;
      const part: Part = {
        content:
          data === undefined
            ? { $case: 'text', value: 'Hello' }
            : {
                $case: 'data',
                value: { winner: (data['a'] ?? '') > (data['b'] ?? '') ? data['a'] : data['b'] },
              },
        metadata: undefined,
        filename: '',
        mediaType: data === undefined ? '' : mediaType,
      };
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: {
            artifactId: 'a',
            name: '',
            description: '',
            parts: [part],
            metadata: undefined,
            extensions: [],
          },
          append: false,
          lastChunk: true,
          metadata: undefined,
        }),
      );
      bus.publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId,
          status: status(TaskState.TASK_STATE_COMPLETED),
          metadata: undefined,
        }),
      );
    },
    cancelTask: () => Promise.resolve(),
  };
}

export const legacyExecutor: LegacyExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const [part] = userMessage.parts;
    const data = part?.kind === 'data' ? part.data : undefined;
    bus.publish({
      kind: 'task',
      id: taskId,
      contextId,
      status: { state: 'working' },
      artifacts: [],
    });
    // Real time: callers mostly see the task at work.
    await new Promise((resolve) => setTimeout(resolve, 50));
    bus.publish({
      kind: 'artifact-update',
      taskId,
      contextId,
      artifact: {
        artifactId: 'a',
        parts:
          data === undefined
            ? [{ kind: 'text', text: 'Hello' }]
            : [
                {
                  kind: 'data',
                  data: { winner: data['b'] },
                  metadata: { mimeType: 'application/json;schema=winner' },
                },
              ],
      },
    });
    bus.publish({
      kind: 'status-update',
      taskId,
      contextId,
      status: { state: 'completed' },
      final: true,
    });
    bus.finished();
  },
  cancelTask: () => Promise.resolve(),
};

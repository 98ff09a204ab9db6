import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import { compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';
import { serveStock } from './serve-stock.ts';

// An agent as the SDK's documentation builds it, with the validation written by hand.
const ajv = new Ajv2020();
const isComparison = ajv.compile<{ a: string; b: string }>(fightComparison);
const isResponse = ajv.compile(fightResponse);
const mimeType = 'application/json;schema=fightResponse';

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const [part] = userMessage.parts;
    const input: unknown = part?.content?.$case === 'data' ? part.content.value : undefined;
    const status = (state: TaskState): object => ({
      state,
      message: undefined,
      timestamp: new Date().toISOString(),
    });
    const task = {
      id: taskId,
      contextId,
      artifacts: [],
      history: [userMessage],
      metadata: undefined,
    };
    bus.publish(
      AgentEvent.task({ ...task, status: status(TaskState.TASK_STATE_WORKING) } as never),
    );
    if (!isComparison(input)) throw new Error('invalid input');
    const value = compare(input);
    if (!isResponse(value)) throw new Error('invalid output');
    bus.publish(
      AgentEvent.artifactUpdate({
        taskId,
        contextId,
        artifact: {
          artifactId: randomUUID(),
          name: '',
          description: '',
          parts: [
            {
              content: { $case: 'data', value },
              metadata: { mimeType },
              filename: '',
              mediaType: mimeType,
            },
          ],
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
      } as never),
    );
  },
  async cancelTask() {},
};

await serveStock(executor);

import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SendMessageRequest, Task, TaskState } from '@a2a-js/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

// The least that A2A asks of a structured call, on express: the SDK's codecs, validation, and a task
// with ids, times and its history, which is kept until a thousand newer ones have come. It has no
// task engine, limits, repeats, streams or checks of who calls.
const ajv = new Ajv2020();
const isComparison = ajv.compile<{ a: string; b: string }>(fightComparison);
const isResponse = ajv.compile(fightResponse);
const mimeType = 'application/json;schema=fightResponse';
const tasks = new Map<string, Task>();

interface Body {
  readonly id: unknown;
  readonly params: object;
}

const app = express();
app.use(express.json());
app.post('/a2a', async (request, response) => {
  const { id, params } = request.body as Body;
  const { message } = SendMessageRequest.fromJSON(params);
  const content = message?.parts[0]?.content;
  const input = content?.$case === 'data' ? content.value : undefined;
  if (message === undefined || !isComparison(input)) {
    response.status(400).json({ jsonrpc: '2.0', id, error: { code: -32602, message: 'invalid' } });
    return;
  }
  const value = await Promise.resolve(compare(input));
  if (!isResponse(value)) throw new Error('invalid output');
  const taskId = randomUUID();
  const contextId = randomUUID();
  const task: Task = {
    id: taskId,
    contextId,
    status: {
      state: TaskState.TASK_STATE_COMPLETED,
      message: undefined,
      timestamp: new Date().toISOString(),
    },
    artifacts: [
      {
        artifactId: 'result',
        name: 'Fight Comparison',
        description: '',
        parts: [
          {
            content: { $case: 'data', value },
            metadata: { mimeType },
            filename: '',
            mediaType: mimeType,
          },
          {
            content: { $case: 'text', value: JSON.stringify(value, null, 2) },
            metadata: undefined,
            filename: '',
            mediaType: '',
          },
        ],
        metadata: undefined,
        extensions: [],
      },
    ],
    history: [{ ...message, taskId, contextId }],
    metadata: undefined,
  };
  tasks.set(taskId, task);
  const [oldest] = tasks.keys();
  if (tasks.size > 1_000 && oldest !== undefined) tasks.delete(oldest);
  response.json({ jsonrpc: '2.0', id, result: { task: Task.toJSON(task) } });
});
const server = app.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));

import { SendMessageRequest, Task, TaskState } from '@a2a-js/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Database from 'better-sqlite3';
import express from 'express';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

// The least that A2A asks of a structured call, on express: the SDK's codecs, validation, and a task
// with ids, times and its history, which is kept until a thousand newer ones have come. It has no
// task engine, limits, repeats, streams or checks of who calls.
//
//   node test/bench/servers/floor.ts FILE   keeps tasks in an SQLite file, one row each, and answers
//                                           when they are on the disk; calls at once share a commit
const ajv = new Ajv2020();
const isComparison = ajv.compile<{ a: string; b: string }>(fightComparison);
const isResponse = ajv.compile(fightResponse);
const mimeType = 'application/json;schema=fightResponse';
const tasks = new Map<string, Task>();

const [file] = process.argv.slice(2);
const write = file === undefined ? undefined : openFile(file);

/** Returns a function that resolves when a task is on the disk. */
function openFile(path: string): (id: string, text: string) => Promise<void> {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table task (id text primary key, body text not null) without rowid');
  const insert = database.prepare<[string, string]>('insert into task values (?, ?)');
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  let waiting: (() => void)[] = [];
  return (id, text) => {
    if (waiting.length === 0) {
      begin.run();
      setImmediate(() => {
        commit.run();
        const heard = waiting;
        waiting = [];
        for (const resolve of heard) resolve();
      });
    }
    insert.run(id, text);
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };
}

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
  const result = { task: Task.toJSON(task) };
  if (write !== undefined) {
    await write(taskId, JSON.stringify(result));
  } else {
    tasks.set(taskId, task);
    const [oldest] = tasks.keys();
    if (tasks.size > 1_000 && oldest !== undefined) tasks.delete(oldest);
  }
  response.json({ jsonrpc: '2.0', id, result });
});
const server = app.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));

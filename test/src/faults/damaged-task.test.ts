import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import type { WireTask } from './journal/event-text.ts';

const skill = defineSkill({
  id: 'work',
  name: 'Work',
  description: 'Works.',
  tags: [],
  text: () => 'done',
});
const agent = defineAgent({ name: 'Worker', version: '1.0.0', skills: [skill] });

test('a damaged task is lost to its callers, left out of lists, and named in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tasks.db');
  const logged: [string, unknown][] = [];
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string, fields?: object) => void logged.push([message, fields]),
  };

  async function serve() {
    const engine = createSqliteEngine({ file });
    const server = createServer(agent, { engine, logger, openTasks: true });
    const { url } = await server.listen({ port: 0 });
    return {
      call: async (method: string, params: object) =>
        (await callJsonRpc(url, { method, params })).body,
      async close() {
        await server.close();
        await engine.close();
      },
    };
  }

  const before = await serve();
  const ids: string[] = [];
  for (const text of ['one', 'two']) {
    const message = createMessage([{ text }]);
    const { result } = await before.call('SendMessage', { message });
    ids.push((result?.['task'] as WireTask).id);
  }
  await before.close();
  const database = new Database(file);
  const flip = `update event set text = replace(text, '"one"', '"ope"')`;
  expect(database.prepare(flip).run().changes).toBeGreaterThan(0);
  database.close();

  const after = await serve();
  onTestFinished(after.close);
  const [damaged, kept] = ids;
  const list = await after.call('ListTasks', {});
  expect(list.result).toMatchObject({ tasks: [{ id: kept }], totalSize: 2 });
  expect(logged).toEqual([
    [
      'Cannot list a task',
      { taskId: damaged, error: expect.stringContaining('because its log is damaged') },
    ],
  ]);
  expect((await after.call('GetTask', { id: damaged })).error).toMatchObject({ code: -32_004 });
  expect((await after.call('GetTask', { id: kept })).result).toMatchObject({ id: kept });
});

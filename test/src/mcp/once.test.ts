import { defineAgent, defineSkill } from '@formwork/core';
import { startPostgres } from '@formwork/postgres/testing';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { openTestPlace } from '../support/test-engine.ts';
import { startServer } from '../support/start-server.ts';
import { serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

/** The number of uses that come at the same moment; each is a call of MCP, which costs more than others. */
const USES = Number(process.env['FORMWORK_STATE_USES'] ?? 100);

async function openPostgres(): Promise<TaskEngine> {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const place = new URL(url);
  place.searchParams.set('schema', `once_${randomUUID().slice(0, 8)}`);
  return openTestPlace(place.href);
}

test.each<readonly [string, () => TaskEngine | Promise<TaskEngine>]>([
  ['memory', createMemoryEngine],
  ['SQLite', () => openTestPlace(join(makeCliFolder({}), 'tasks.sqlite'))],
  ['PostgreSQL', openPostgres],
])(`of ${USES} answers by one state at two bridges one counts on %s`, async (_name, open) => {
  const names: string[] = [];
  const greet = defineSkill({
    id: 'greet',
    name: 'Greet',
    description: 'Greets.',
    tags: [],
    input: { any: { type: 'object' } },
    async run({ task }) {
      names.push(await task.ask('What is your name?'));
      return `Hello, ${names.at(-1)}!`;
    },
  });
  const agent = defineAgent({ name: 'Greeter', version: '1', skills: [greet] });
  const { url } = await startServer(agent, {
    openTasks: true,
    limits: false,
    engine: await open(),
  });
  const handleKey = randomBytes(32);
  const options = { agents: [{ alias: 'a', url }], handleKey, budgetMs: WAIT_LIMIT };
  const bridges = [await serveBridge(options), await serveBridge(options)] as const;
  const call = (index: number, params: object) =>
    callRaw(bridges[index % 2 === 0 ? 0 : 1], 'tools/call', {
      params: { name: 'a_greet', arguments: {}, ...params },
      capabilities: { elicitation: { form: {} } },
    });
  const { requestState } = (await call(0, {})).result;
  const answers = await Promise.all(
    Array.from({ length: USES }, (_, index) => {
      const content = { reply: `Ada ${index}.` };
      return call(index, {
        requestState,
        inputResponses: { answer: { action: 'accept', content } },
      });
    }),
  );
  expect(names).toHaveLength(1);
  const texts = JSON.stringify(answers);
  expect(new Set(texts.match(/Ada \d+\./gu))).toEqual(new Set(names));
});

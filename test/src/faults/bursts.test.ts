import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { readSeed } from '../support/read-seed.ts';
import { createTestPlace, isEngineRemote, openTestPlace } from '../support/test-engine.ts';
import { createRandom } from './load/random.ts';

/** The number of bursts of messages in a run; nightly runs may set 1,000. */
const BURSTS = Number(process.env['FORMWORK_BURSTS'] ?? 15);
/** No runner looks for tasks by itself within a test: a task that needs a look is never done. */
const POLL_MS = 2_147_483_647;

const quiet = (): undefined => undefined;
const logger = { info: quiet, warn: quiet, error: quiet };

test.each([
  { name: 'in memory', open: () => createMemoryEngine() },
  { name: 'stored', open: () => openTestPlace(createTestPlace()) },
])(
  `of ${BURSTS} bursts on few places none waits for a look, on an engine that is $name`,
  async ({ open }) => {
    const seed = readSeed();
    console.info(`FORMWORK_SEED=${seed}`);
    const random = createRandom(seed);
    let mostOvertaken = 0;
    for (const places of [2, 3, 4]) {
      const engine = open();
      const made: string[] = [];
      const begun: string[] = [];
      const watched: TaskEngine = {
        ...engine,
        async create(task, claim) {
          const created = await engine.create(task, claim);
          made.push(task.id);
          return created;
        },
      };
      const skill = defineSkill({
        id: 'work',
        name: 'Work',
        description: 'Takes a moment.',
        tags: [],
        async text({ text, task }) {
          begun.push(task.id);
          // Real time: tasks take times that differ, so that places become free in any order.
          await sleep(Number(text));
          return 'done';
        },
      });
      const agent = defineAgent({ name: 'Worker', version: '1.0.0', skills: [skill] });
      const runner = { concurrency: places, pollMs: POLL_MS };
      const server = createServer(agent, { engine: watched, logger, runner });
      const { url } = await server.listen({ port: 0 });
      for (let burst = 0; burst < BURSTS / 3; burst += 1) {
        const size = 9 + random.below(4);
        const answers = await Promise.all(
          Array.from({ length: size }, () => {
            const text = String(random.below(8));
            const message = createMessage([{ text }], { metadata: { skillId: 'work' } });
            return callJsonRpc(url, { method: 'SendMessage', params: { message } });
          }),
        );
        expect(answers.map(({ body }) => body.error)).toEqual(answers.map(() => undefined));
      }
      await server.close();
      await engine.close();
      const order = new Map(made.map((id, index) => [id, index]));
      for (const [index, id] of begun.entries()) {
        const own = order.get(id) ?? 0;
        const overtakers = begun.slice(0, index).filter((other) => (order.get(other) ?? 0) > own);
        mostOvertaken = Math.max(mostOvertaken, overtakers.length - places);
      }
    }
    console.info(`overtaken by ${mostOvertaken} above places`);
    // The answers of a remote database may arrive in another order than that of its writes.
    expect(mostOvertaken).toBeLessThanOrEqual(isEngineRemote ? 4 : 0);
  },
);

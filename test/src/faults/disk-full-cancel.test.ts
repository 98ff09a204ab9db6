import type { Scope } from '@formwork/runtime';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { readSeed } from '../support/read-seed.ts';
import { toStateName, type WireTask } from './journal/event-text.ts';
import { readStoredTasks } from './journal/read-stored-tasks.ts';
import { createRandom } from './load/random.ts';
import { DISK_KINDS } from './small-disk.ts';

/** The number of tries; nightly runs may set 50. */
const TRIES = Number(process.env['FORMWORK_CANCELS'] ?? 2);
const TASKS = 12;
const USER = { 'x-user': 'ada' };
/**
 * The inputs of tasks that are then canceled: one works without writing, one writes, one waits for
 * its caller.
 */
const INPUTS = [
  { rounds: 2, pauseMs: 1, asks: false, fails: false, stalls: 'heedful' },
  { rounds: 10_000, pauseMs: 20, size: 500, asks: false, fails: false, stalls: 'no' },
  { rounds: 2, pauseMs: 1, asks: true, fails: false, stalls: 'no' },
];

test.each(DISK_KINDS)(
  'what is told of a cancellation that meets $name is true, then and after a crash',
  async ({ start }) => {
    const seed = readSeed();
    console.info(`FORMWORK_SEED=${seed}`);
    const random = createRandom(seed);
    const lies: string[] = [];
    const told = { nothing: 0, stored: 0, canceled: 0 };
    for (let round = 0; round < TRIES; round += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'formwork-disk-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const { child, fill, clear, save } = await start(folder, [join(folder, 'journal'), '500']);
      const url = String(child.ready);
      const call = async (method: string, params: object) =>
        (await callJsonRpc(url, { method, params }, { headers: USER })).body;
      const ids: string[] = [];
      for (let index = 0; index < TASKS; index += 1) {
        const part = createTaggedPart('build', INPUTS[random.below(INPUTS.length)]);
        const message = createMessage([part, { text: 'x'.repeat(random.below(20_000)) }]);
        const configuration = { returnImmediately: true };
        const { result } = await call('SendMessage', { message, configuration });
        ids.push((result?.['task'] as WireTask).id);
      }
      // Real time: the disk fills up at any moment of what is under way.
      await sleep(random.below(100));

      fill(4_096 * random.below(10));
      const cancel = async (id: string): Promise<keyof typeof told> => {
        // Real time: a cancellation comes at any moment of what is under way.
        await sleep(random.below(60));
        const { error } = await call('CancelTask', { id });
        if (error === undefined) return 'canceled';
        return error.message.includes('Nothing was stored') ? 'nothing' : 'stored';
      };
      const answers = await Promise.all(
        ids.map(async (id) => {
          const first = await cancel(id);
          return { id, answer: first === 'nothing' ? await cancel(id) : first };
        }),
      );
      for (const { answer } of answers) told[answer] += 1;
      const crashed = await readStoredTasks(save(), ['user:ada' as Scope]);
      const stored = new Map(crashed.map(({ snapshot: { id, state } }) => [id, state]));
      clear();
      for (const { id, answer } of answers) {
        const look = async () => {
          const { result } = await call('GetTask', { id });
          return toStateName((result as unknown as WireTask).status.state);
        };
        if (answer === 'nothing') {
          const states = [stored.get(id), await look()];
          if (states.includes('canceled')) lies.push(`nothing, then ${states.join()}`);
        } else {
          await expect.poll(look).toBe('canceled');
        }
      }
      await child.kill();
    }
    console.info(JSON.stringify(told));
    expect(lies).toEqual([]);
    expect(told.nothing).toBeGreaterThan(0);
  },
);

// Compares the cost of turn 400 of a conversation with that of turn 1, over HTTP: a task asks, is
// answered and asks again, and answers leave out the history. Formwork's engines and the SDK's
// stores take turns in one run. Prints milliseconds per turn, and ratios. The SDK's stores are left
// out of conversations of more than 1,000 turns, which would take them hours.
//
//   node test/bench/conversation.ts
//   ROUNDS=2 node test/bench/conversation.ts
//   ROUNDS=1 TURNS=10000 node test/bench/conversation.ts
import { InMemoryTaskStore } from '@a2a-js/sdk/server';
import { createMemoryEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createTalker } from './conversations/formwork.ts';
import { createStockTalker } from './conversations/stock.ts';
import type { Talker } from './conversations/talker.ts';
import { median } from './median.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { openDatabaseTaskStore } from './stores/sdk-store.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const TURNS = Number(process.env['TURNS'] ?? 400);
/**
 * The number of neighbouring turns whose median counts as the time of a turn, because a single turn
 * is too short to measure.
 */
const NEIGHBOURS = 20;

const [ours, theirs, forms] = [createBenchFile(), createBenchFile(), createBenchFile()];
const stock = await openDatabaseTaskStore(theirs.file);
const talkers: Readonly<Record<string, Talker>> = {
  'formwork-sqlite, text': await createTalker(createSqliteEngine({ file: ours.file }), 'text'),
  'formwork-memory, text': await createTalker(createMemoryEngine(), 'text'),
  'formwork-sqlite, form': await createTalker(createSqliteEngine({ file: forms.file }), 'form'),
  'formwork-memory, form': await createTalker(createMemoryEngine(), 'form'),
  ...(TURNS <= 1_000 && {
    'stock-sqlite': await createStockTalker(stock.store, stock.close),
    'stock-memory': await createStockTalker(new InMemoryTaskStore(), async () => {}),
  }),
};

/** Runs a conversation and returns the time of each turn, in milliseconds. */
async function talk(talker: Talker, turns: number): Promise<readonly number[]> {
  const times: number[] = [];
  let taskId: string | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    taskId = await talker.say(taskId);
    times.push(performance.now() - start);
  }
  return times;
}

try {
  // Runs short conversations first, because Node compiles code only after it has run many times.
  for (const talker of Object.values(talkers)) {
    for (let count = 0; count < 20; count += 1) await talk(talker, 20);
  }
  const first: Record<string, number[]> = {};
  const last: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, talker] of Object.entries(talkers)) {
      const times = await talk(talker, TURNS + 1);
      // The first message only begins the task, so its time is not that of a turn.
      (first[name] ??= []).push(median(times.slice(1, 1 + NEIGHBOURS)));
      (last[name] ??= []).push(median(times.slice(-NEIGHBOURS)));
    }
  }
  console.log(`Milliseconds per turn, medians of ${ROUNDS} conversations`);
  for (const name of Object.keys(talkers)) {
    const [start, end] = [first[name] ?? [], last[name] ?? []];
    const ratios = end.map((time, round) => time / (start[round] ?? NaN));
    const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
    const times = `turn 1 ${median(start).toFixed(2)}   turn ${TURNS} ${median(end).toFixed(2)}`;
    console.log(`  ${name.padEnd(24)} ${times}   ratio ${median(ratios).toFixed(2)}   (${all})`);
  }
} finally {
  for (const talker of Object.values(talkers)) await talker.close();
  for (const file of [ours, theirs, forms]) file.remove();
}

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
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const TURNS = Number(process.env['TURNS'] ?? 400);
/**
 * The number of neighbouring turns whose median counts as the time of a turn, because a single turn
 * is too short to measure.
 */
const NEIGHBOURS = 20;

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

/** The milliseconds of the first turn and of the last, one for each conversation. */
interface Turns {
  readonly first: number[];
  readonly last: number[];
}

/** Holds conversations on all stores in turn, and returns the times of their turns. */
async function measure(): Promise<ReadonlyMap<string, Turns>> {
  const files = [createBenchFile(), createBenchFile(), createBenchFile()] as const;
  const [ours, forms, theirs] = files;
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
  const found = new Map<string, Turns>(
    Object.keys(talkers).map((name) => [name, { first: [], last: [] }]),
  );
  try {
    // Runs short conversations first, because Node compiles code only after it has run many times.
    for (const talker of Object.values(talkers)) {
      for (let count = 0; count < 20; count += 1) await talk(talker, 20);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, talker] of Object.entries(talkers)) {
        const times = await talk(talker, TURNS + 1);
        // The first message only begins the task, so its time is not that of a turn.
        found.get(name)?.first.push(median(times.slice(1, 1 + NEIGHBOURS)));
        found.get(name)?.last.push(median(times.slice(-NEIGHBOURS)));
      }
    }
  } finally {
    for (const talker of Object.values(talkers)) await talker.close();
    for (const file of files) file.remove();
  }
  return found;
}

/** Returns what the last turn of a conversation takes beside its first, on every store. */
export async function toFigures(): Promise<readonly Figure[]> {
  return [...(await measure())].map(([name, { first, last }]) =>
    toFigure(`last turn, ${name}`, { unit: 'ms', ours: last, peer: ['first turn', first] }),
  );
}

async function main(): Promise<void> {
  const found = await measure();
  console.log(`Milliseconds per turn, medians of ${ROUNDS} conversations`);
  for (const [name, { first, last }] of found) {
    const ratios = last.map((time, round) => time / (first[round] ?? NaN));
    const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
    const times = `turn 1 ${median(first).toFixed(2)}   turn ${TURNS} ${median(last).toFixed(2)}`;
    console.log(`  ${name.padEnd(24)} ${times}   ratio ${median(ratios).toFixed(2)}   (${all})`);
  }
}

if (import.meta.main) await main();

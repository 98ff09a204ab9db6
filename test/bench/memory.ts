// Measures how much of the heap stays taken after more and more finished tasks, and after abandoned
// questions, through the request handler. Prints kilobytes after a full collection; asserts
// nothing.
//
//   node test/bench/memory.ts                      both engines, up to 20,000 finished tasks
//   ENGINE=sqlite TASKS=2000,4000 QUESTIONS=500,1000 node test/bench/memory.ts
//   YOUNG=2000,3000 node test/bench/memory.ts      at these counts, after young collections alone
//   JSON=1 node test/bench/memory.ts               one line of JSON for each engine

import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHeap, readYoungHeap } from './memory/read-heap.ts';
import { openSubject } from './memory/subject.ts';

const TASKS = (process.env['TASKS'] ?? '1000,10000,20000').split(',').map(Number);
const QUESTIONS = (process.env['QUESTIONS'] ?? '1000,2000').split(',').map(Number);
const ENGINES = (process.env['ENGINE'] ?? 'sqlite,memory').split(',');
const YOUNG = process.env['YOUNG']?.split(',').map(Number) ?? [];
/** The number of callers that call the agent at the same time. */
const CONCURRENCY = 32;

interface Reading {
  readonly tasks: number;
  readonly questions: number;
  readonly heap: number;
}

interface Readings {
  /** The sizes of the heap after full garbage collections. */
  readonly full: readonly Reading[];
  readonly young: readonly Reading[];
}

async function measure(engine: TaskEngine): Promise<Readings> {
  const subject = openSubject(engine);
  const full: Reading[] = [];
  const young: Reading[] = [];
  let tasks = 0;
  let questions = 0;
  async function read(): Promise<void> {
    full.push({ tasks, questions, heap: await readHeap() });
  }

  await repeat(200, subject.finish);
  tasks += 200;
  for (const count of [...new Set([...TASKS, ...YOUNG])].toSorted((a, b) => a - b)) {
    await repeat(count - tasks, subject.finish);
    tasks = count;
    if (YOUNG.includes(count)) young.push({ tasks, questions, heap: await readYoungHeap() });
    if (TASKS.includes(count)) await read();
  }
  for (const count of QUESTIONS) {
    await repeat(count - questions, subject.abandon);
    questions = count;
    await read();
  }
  await subject.close();
  return { full, young };
}

async function repeat(count: number, call: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += CONCURRENCY) {
    const size = Math.min(CONCURRENCY, count - done);
    await Promise.all(Array.from({ length: size }, call));
  }
}

function print(name: string, { full, young }: Readings): void {
  if (process.env['JSON'] !== undefined) {
    console.log(JSON.stringify({ engine: name, full, young }));
    return;
  }
  printAll(`${name} engine`, full);
  if (young.length > 0) printAll(`${name} engine, after young collections`, young);
}

function printAll(title: string, readings: readonly Reading[]): void {
  console.log(`\n${title}`);
  for (const [index, { tasks, questions, heap }] of readings.entries()) {
    const before = readings[index - 1];
    const added = before && tasks + questions - before.tasks - before.questions;
    const each =
      before === undefined || added === undefined
        ? ''
        : `${((heap - before.heap) / added).toFixed(0)} bytes for each of ${added} more`;
    const what = `${tasks} finished, ${questions} questions`;
    console.log(`  ${what.padEnd(36)} ${(heap / 1024).toFixed(0).padStart(7)} kB  ${each}`);
  }
}

for (const name of ENGINES) {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-bench-'));
  const engine =
    name === 'sqlite'
      ? createSqliteEngine({ file: join(folder, 'tasks.db') })
      : createMemoryEngine();
  print(name, await measure(engine));
  await engine.close();
  rmSync(folder, { recursive: true });
}

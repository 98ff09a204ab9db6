// Measures the processor time that an open console takes from a server with 1,000 running tasks, in
// memory and on SQLite. The requests are those of the page: numbers, the list of tasks and one task,
// each every two seconds, as three open tabs would ask. The server without a console is measured in
// turn, in the same process.
//
//   node test/bench/console.ts
//   TASKS=10000 SECONDS=20 node test/bench/console.ts
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from './servers/start-server.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { toFigure, type Figure } from './table/figure.ts';

const TASKS = Number(process.env['TASKS'] ?? 1_000);
/** The length of each measured part, in seconds. */
const SECONDS = Number(process.env['SECONDS'] ?? 6);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);

/** The time between two requests of an open view, in milliseconds, as in the page. */
const EVERY_MS = 2_000;

/** The shares of a core that a server took, in percent. */
interface Shares {
  readonly closed: number[];
  readonly open: number[];
}

/** Measures one server, with and without an open console in turn. */
async function measure(onDisk: boolean): Promise<Shares> {
  const file = createBenchFile();
  const server = await startServer('console-formwork', [
    `${TASKS}`,
    ...(onDisk ? [file.file] : []),
  ]);
  const shares: Shares = { closed: [], open: [] };
  try {
    const api = `http://127.0.0.1:${server.port}/console/api`;
    const [taskId] = await listTasks(api);
    const paths = ['overview', 'tasks', `tasks/${taskId}`];
    for (const path of paths) await ask(api, path);
    // Each round is a closed part and an open one, so that both see the same machine.
    for (let round = 0; round < ROUNDS; round += 1) {
      shares.closed.push(await share(server.cpuSeconds, () => sleep(SECONDS * 1000)));
      shares.open.push(await share(server.cpuSeconds, () => keepOpen(api, paths)));
    }
  } finally {
    server.kill();
    file.remove();
  }
  return shares;
}

async function share(read: () => number, work: () => Promise<unknown>): Promise<number> {
  const [before, start] = [read(), performance.now()];
  await work();
  return ((read() - before) / ((performance.now() - start) / 1000)) * 100;
}

async function keepOpen(api: string, paths: readonly string[]): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    for (const path of paths) await ask(api, path);
    await sleep(EVERY_MS);
  }
}

async function listTasks(api: string): Promise<readonly string[]> {
  const page = JSON.parse(await ask(api, 'tasks')) as {
    readonly tasks: readonly { readonly taskId: string }[];
  };
  if (page.tasks.length === 0) throw new Error('Cannot measure because there must be tasks.');
  return page.tasks.map(({ taskId }) => taskId);
}

async function ask(api: string, path: string): Promise<string> {
  const response = await fetch(`${api}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`Cannot measure because ${path} must answer: ${text}`);
  return text;
}

/** Returns the share of a core that an open console takes, beside that of the server alone. */
export async function toFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const onDisk of [false, true]) {
    const where = onDisk ? 'on SQLite' : 'in memory';
    const { closed, open } = await measure(onDisk);
    const added = open.map((value, round) => value - (closed[round] ?? 0));
    figures.push(
      toFigure(`processor of an open console, ${where}`, { unit: '%', ours: added }),
      toFigure(`processor of the server with it, ${where}`, { unit: '%', ours: open }),
    );
  }
  return figures;
}

if (import.meta.main) {
  for (const { name, ours, spread } of await toFigures()) {
    console.log(
      `${name.padEnd(48)} ${ours.toFixed(2)} % of a core (${spread.map((one) => one.toFixed(2)).join(' to ')})`,
    );
  }
}

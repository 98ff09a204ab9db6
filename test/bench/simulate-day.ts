// Simulates a day of a hundred replicas and ten million tasks on one database, on a virtual clock:
// replicas die, lose their network and are replaced, and the database restarts. The costs of
// statements are those that `capacity.ts` measures. Prints how busy the database is, and the end of
// all tasks.
//
//   node test/bench/simulate-day.ts
//   node test/bench/simulate-day.ts --replicas 20 --tasks 50000000 --processors 32
import { parseArgs } from 'node:util';
import type { Distribution } from '../src/simulation/distribution.ts';
import { type Harm, simulate } from '../src/simulation/simulate.ts';

const HOUR = 3_600_000;

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    replicas: { type: 'string', default: '100' },
    tasks: { type: 'string', default: '10000000' },
    processors: { type: 'string', default: '8' },
    hours: { type: 'string', default: '24' },
    // The costs are milliseconds of the database's processor for one statement.
    create: { type: 'string', default: '1.25' },
    end: { type: 'string', default: '1.25' },
    claim: { type: 'string', default: '0.5' },
    renew: { type: 'string', default: '1' },
    release: { type: 'string', default: '1' },
    // The cost of a notification is for each replica that receives it.
    notice: { type: 'string', default: '0.05' },
  },
});
const replicas = Number(given.replicas);

/** The faults that the simulated day brings to the replicas and the database. */
const HARMS: readonly Harm[] = [
  { at: 3 * HOUR, kind: 'database restart', awayMs: 30_000 },
  { at: 10 * HOUR, kind: 'rolling restart', count: replicas, awayMs: 5_000 },
  { at: 12 * HOUR, kind: 'kill', count: Math.ceil(replicas / 3), awayMs: 300_000 },
  { at: 13 * HOUR, kind: 'cut off', count: Math.ceil(replicas / 10), awayMs: 60_000 },
  { at: 14 * HOUR, kind: 'database restart', awayMs: 3_000 },
  ...Array.from({ length: 48 }, (_, index) => ({
    at: index * (HOUR / 2) + 600_000,
    kind: 'kill' as const,
    awayMs: 30_000,
  })),
];

const startedAt = performance.now();
const report = await simulate({
  seed: Number(given.seed),
  replicas,
  tasksPerDay: Number(given.tasks),
  // A shorter simulation is centred on noon, when most tasks come.
  from: (12 - Number(given.hours) / 2) * HOUR,
  until: (12 + Number(given.hours) / 2) * HOUR,
  processors: Number(given.processors),
  costMs: {
    create: Number(given.create),
    end: Number(given.end),
    claim: Number(given.claim),
    renew: Number(given.renew),
    release: Number(given.release),
    notify: Number(given.notice) * replicas,
  },
  harms: HARMS.filter(({ at }) => Math.abs(at - 12 * HOUR) <= (Number(given.hours) / 2) * HOUR),
});
const { sent, accepted, ended, stuck, doubled, repeated, fenced, runs, retries } = report;
console.log(`simulated in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
console.log(
  `${sent} messages, ${accepted} accepted, ${ended} ends, ${stuck} stuck, ${doubled} ended twice, ${repeated} made twice; ${runs} runs, ${fenced} refused ends, ${retries} repeated calls`,
);
show('accepted after', report.accept);
show('handler begins after', report.begin);
show('taken over after', report.takeOver);
show('statements wait for', report.waits);
console.log(
  `the database is busy: ${report.utilisation.map((share) => `${(share * 100).toFixed(1)} %`).join(' ')}`,
);
console.log(`statements: ${[...report.statements].map((one) => one.join(' ')).join(', ')}`);
process.exitCode = accepted === sent && ended === sent && stuck + doubled + repeated === 0 ? 0 : 1;

function show(name: string, values: Distribution): void {
  const [p50, p99] = [values.at(0.5), values.at(0.99)].map((value) => value.toFixed(2));
  console.log(
    `${name} ms: p50 ${p50}, p99 ${p99}, max ${values.max().toFixed(0)} (${values.count()})`,
  );
}

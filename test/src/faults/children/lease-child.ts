// A process that runs the tasks of a place, and appends to a file when their steps begin and are
// stored, by the clock that all processes of the machine share. Between their second and their third
// step, tasks pause for half of a lease to nearly two. Arguments: the place, the file, and the time of
// leases in milliseconds. The lines "cut" and "silence" take its storage away, of which the first is
// refused and the other is not answered.
import { EngineStorageError, type TaskEngine } from '@formwork/runtime';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../support/open-store.ts';
import { runSteps, STEPS_BEFORE } from '../lease-steps.ts';

const [, , place = '', file = '', lease = ''] = process.argv;
const leaseMs = Number(lease);
let fault = '';

function reach<Result>(call: () => Promise<Result>): Promise<Result> {
  if (fault === 'cut') return Promise.reject(new EngineStorageError('Cannot reach the storage'));
  return fault === 'silence' ? new Promise(() => {}) : call();
}

const store = openStore(place);
const engine: TaskEngine = {
  ...store,
  claim: (request, limit) => reach(() => store.claim(request, limit)),
  renew: (leases, ttlMs) => reach(() => store.renew(leases, ttlMs)),
  append: (held, events) => reach(() => store.append(held, events)),
};
let paused = 0;
runSteps(engine, {
  file,
  leaseMs,
  async pause(step) {
    if (step !== STEPS_BEFORE) return;
    paused += 1;
    // Real time: the pauses of the tasks end before and after the deadline of the process.
    await sleep(leaseMs * (0.5 + (paused % 50) / 40));
  },
});
createInterface({ input: process.stdin }).on('line', (line) => {
  fault = String(JSON.parse(line));
  writeSync(1, '"faulty"\n');
});
writeSync(1, '"ready"\n');

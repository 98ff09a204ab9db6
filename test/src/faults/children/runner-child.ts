// A process that runs stored tasks and reports in lines of JSON what happens to them. Arguments: the
// file or the database of its engine, and the time of its leases.

import { createRunner } from '@formwork/runtime/internal';
import { writeSync } from 'node:fs';
import { openStore } from '../../support/open-store.ts';
import { createReportingAgent } from '../reporting-agent.ts';

const [, , place = '', leaseMs = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
createRunner(openStore(place), createReportingAgent(answer), {
  logger,
  leaseMs: Number(leaseMs),
  pollMs: 50,
});
// The timers of a runner do not keep the process alive.
process.stdin.resume();
answer('ready');

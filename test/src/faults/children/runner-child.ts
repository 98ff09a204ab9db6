// A process that runs the tasks of the file, or the database, that it is told, and says in lines of JSON what happens.
import { writeSync } from 'node:fs';
import { createRunner } from '@formwork/runtime/internal';
import { createReportingAgent } from '../reporting-agent.ts';
import { openStore } from '../../support/open-store.ts';

const [, , place = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
createRunner(openStore(place), createReportingAgent(answer), { logger, pollMs: 50 });
// The timers of a runner keep no process alive.
process.stdin.resume();
answer('ready');

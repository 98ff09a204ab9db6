// A process that runs the tasks of the file it is told, and says in lines of JSON what happens.
import { writeSync } from 'node:fs';
import { createRunner } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createReportingAgent } from '../reporting-agent.ts';

const [, , file = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
createRunner(createSqliteEngine({ file }), createReportingAgent(answer), { logger, pollMs: 50 });
// The timers of a runner keep no process alive.
process.stdin.resume();
answer('ready');

// A complete server whose agent does what its input says. It writes the leases of its runners and
// the steps of its tasks to a journal. A spare process reports that it is loaded, and opens no file
// until it gets a line. The first argument is the file or the database of its engine.

import { defineAgent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { once } from 'node:events';
import { appendFileSync, writeSync } from 'node:fs';
import { openStore } from '../../support/open-store.ts';
import { DURABLE_PUSH } from '../../support/push.ts';
import { openJournal, withJournal } from '../journal/journal.ts';
import { createBuildSkill, FAILURE } from '../load/build-skill.ts';

const [, , file = '', journalFile = '', leaseMs = '', ...rest] = process.argv;

const clock = rest.find((word) => word.startsWith('clock='));
if (clock !== undefined) setClock(Number(clock.slice('clock='.length)));
if (rest.includes('spare')) {
  writeSync(1, '"loaded"\n');
  await once(process.stdin, 'data');
  process.stdin.pause();
}

/** Makes the clock of this process wrong by `offset` milliseconds. */
function setClock(offset: number): void {
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (_, values: []) =>
      values.length === 0 ? new Real(Date.now()) : new Real(...values),
    get: (target, name): unknown =>
      name === 'now' ? () => Real.now() + offset : Reflect.get(target, name),
  });
}

const journal = openJournal(journalFile);
const quiet = (): undefined => undefined;

/**
 * Writes an error of the server to the file `JOURNAL.log`, unless it is one that the test's agent
 * throws on purpose.
 */
function logError(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  if (String(fields['error']).includes(FAILURE)) return;
  appendFileSync(`${journalFile}.log`, `${JSON.stringify({ message, ...fields })}\n`);
}

const engine = withJournal(openStore(file), journal);
const skills = [createBuildSkill(journal)];
const server = createServer(defineAgent({ name: 'Builder', version: '1.0.0', skills }), {
  engine,
  runner: { leaseMs: Number(leaseMs), pollMs: 100, maxAttempts: 1_000 },
  authenticate: ({ headers }) => ({ id: String(headers['x-user']) }),
  requireAuthentication: true,
  push: DURABLE_PUSH,
  logger: { info: quiet, warn: quiet, error: logError },
});
process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => engine.close())
    .then(() => process.exit(0));
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(url)}\n`);

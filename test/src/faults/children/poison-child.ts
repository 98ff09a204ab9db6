// A process that runs the tasks of an SQLite file, of which those with the text "poison" end it.
// Arguments: the file, and how far its clock is ahead, in milliseconds, so that the leases of the
// processes before it have run out.
import { defineAgent, defineSkill } from '@formwork/core';
import { createRunner } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

const [, , file = '', aheadMs = ''] = process.argv;

const skill = defineSkill({
  id: 'skill',
  name: 'Skill',
  description: 'Tests.',
  tags: [],
  output: { item: { type: 'object' } },
  async text({ text }) {
    // All tasks of the process are under way when one of them ends it.
    for (let turn = 0; turn < (text === 'poison' ? 100 : 1_000); turn += 1) await nextTurn();
    if (text === 'poison') process.exit(1);
    return 'done';
  },
});
const engine = createSqliteEngine({ file, now: () => Date.now() + Number(aheadMs) });
createRunner(engine, defineAgent({ name: 'Agent', version: '1', skills: [skill] }), {
  logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  leaseMs: 600_000,
  pollMs: 50,
});
// The timers of a runner do not keep the process alive.
process.stdin.resume();
writeSync(1, '"ready"\n');

// A process that runs the tasks of an SQLite file, and says in lines of JSON when a step of theirs
// begins, and when its result is stored. Arguments: the file; how far its clock is ahead, in
// milliseconds, so that the leases of the processes before it have run out; and where it stands still:
// after its second step ("after", "beside"), in the middle of that ("within"), or nowhere.
import { defineAgent, defineSkill } from '@formwork/core';
import { createRunner } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { writeSync } from 'node:fs';

const [, , file = '', aheadMs = '', place = ''] = process.argv;

const report = (...line: readonly unknown[]): void =>
  void writeSync(1, `${JSON.stringify(line)}\n`);

const stand = (): Promise<void> => new Promise(() => {});

const skill = defineSkill({
  id: 'skill',
  name: 'Skill',
  description: 'Tests.',
  tags: [],
  output: { item: { type: 'object' } },
  async text({ task }) {
    let begun = 0;
    for (let number = 0; number < 100; number += 1) {
      const before = begun;
      await task.step(`step ${number}`, async () => {
        begun += 1;
        report('begun', number);
        if (begun === 2 && place === 'within') await stand();
        return number;
      });
      if (begun === before) continue;
      report('stored', number);
      if (begun === 2 && place !== '') await stand();
    }
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
report('ready');

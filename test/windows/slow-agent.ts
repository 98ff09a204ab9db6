// An agent whose task has three steps, of which the second waits for the file `go-on`. It notes in
// the file `steps.txt` which step begins.
import { defineAgent, defineSkill } from '@formwork/core';
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const walk = defineSkill({
  id: 'walk',
  name: 'Walk',
  description: 'Takes three steps.',
  tags: [],
  input: { walkOrder: { type: 'object', properties: { to: { type: 'string' } } } },
  output: { walkReport: { type: 'object', properties: { steps: { type: 'integer' } } } },
  async run({ task }) {
    for (const step of [1, 2, 3]) {
      await task.step(`step-${step}`, async () => {
        appendFileSync('steps.txt', `${step}\n`);
        if (step === 2) while (!existsSync('go-on')) await sleep(50);
        return step;
      });
    }
    return { steps: 3 };
  },
});

// oxlint-disable-next-line import/no-default-export -- formwork serves a module's default export
export default defineAgent({ name: 'Walker', version: '1.0.0', skills: [walk] });

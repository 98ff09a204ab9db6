// A replica of version 1 or 2 of an agent; only version 2 has the skill "part". It writes its
// address, and a line for each task that it begins. The arguments are the file or the database of
// its engine, the version, and `waits` if its tasks never end.

import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { createServer } from '@formwork/server';
import { writeSync } from 'node:fs';
import { openStore } from '../../support/open-store.ts';

const [, , place = '', version = '1', waits] = process.argv;

function createSkill(id: string) {
  return defineSkill({
    id,
    name: id,
    description: 'Says by which version it ran.',
    tags: [],
    async text({ task }: { readonly task: TaskContext }) {
      writeSync(1, `${JSON.stringify(`${id} ${task.attempt}`)}\n`);
      if (waits !== undefined) await new Promise(() => undefined);
      return `version ${version}`;
    },
  });
}

const skills =
  version === '1' ? [createSkill('greet')] : [createSkill('greet'), createSkill('part')];
const quiet = (): undefined => undefined;
const server = createServer(defineAgent({ name: 'Versions', version, skills }), {
  engine: openStore(place),
  runner: { leaseMs: 500, pollMs: 50 },
  logger: { info: quiet, warn: quiet, error: quiet },
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(url)}\n`);

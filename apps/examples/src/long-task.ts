// A long task: steps that are not repeated, attempts after failures, progress, and a server that is
// replaced while the task runs.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill, TransientError } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const printed: string[] = [];
let isJammed = true;

/** Prints a page; the printer jams once. */
async function print(page: string): Promise<string> {
  if (page === 'page 2' && isJammed) {
    isJammed = false;
    throw new TransientError('The printer is jammed.');
  }
  printed.push(page);
  return `printed ${page}`;
}

const publish = defineSkill({
  id: 'publish',
  name: 'Publish',
  description: 'Prints a book, page by page.',
  tags: ['office'],
  input: {
    book: {
      type: 'object',
      properties: { pages: { type: 'integer', minimum: 1, maximum: 1000 } },
      required: ['pages'],
    },
  },
  output: {
    printed: { type: 'object', properties: { pages: { type: 'integer' } }, required: ['pages'] },
  },
  timeoutMs: 3_600_000, // of one attempt
  retry: { maxAttempts: 5, delayMs: 300 }, // after a TransientError
  concurrency: 2, // tasks at once
  async run({ input: { pages }, task }) {
    for (let page = 1; page <= pages; page += 1) {
      task.signal.throwIfAborted();
      // Every step of a task has its own key. A step that is done returns its stored result.
      await task.step(`page-${page}`, () => print(`page ${page}`));
      await task.progress(`Page ${page} of ${pages}`, page / pages);
    }
    return { pages };
  },
});
const agent = defineAgent({ name: 'Printer', version: '1.0.0', skills: [publish] });

const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
const file = join(folder, 'tasks.sqlite');

let engine = createSqliteEngine({ file });
let server = createServer(agent, { engine });
let { url } = await server.listen({ port: 0 });
let remote = await connect<typeof agent>(url);

// The caller remembers the id of the task, and leaves after the first page.
let taskId = '';
for await (const event of remote.skill('publish').stream({ pages: 3 })) {
  ({ taskId } = event);
  if (event.kind === 'progress') break;
}

// A new version of the server is installed, while the task waits for its next attempt.
await server.close();
await engine.close();
engine = createSqliteEngine({ file });
server = createServer(agent, { engine });
({ url } = await server.listen({ port: 0 }));
remote = await connect<typeof agent>(url);

// The id finds the task again.
for await (const event of remote.skill('publish').task(taskId).stream()) {
  // The first events repeat what the task has sent so far.
  if (event.kind === 'progress') console.log(event.text, event.fraction);
  if (event.kind === 'result') assert.deepEqual(event.data, { pages: 3 });
}
// Each page was printed once, in spite of the jam and of the restart.
assert.deepEqual(printed, ['page 1', 'page 2', 'page 3']);

await server.close();
await engine.close();
rmSync(folder, { recursive: true });

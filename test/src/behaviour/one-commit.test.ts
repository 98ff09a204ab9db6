import { demoAgent } from '@formwork/demo';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Counts the commits in SQLite's log: of its frames, one per page, the last of a commit holds the
 * size of the file.
 */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  let commits = 0;
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    if (log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

async function open(): Promise<{ readonly url: string; readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  const file = join(folder, 'tasks.db');
  const engine = createSqliteEngine({ file });
  onTestFinished(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });
  const { url } = await startServer(demoAgent, { engine });
  await send(url);
  return { url, file };
}

async function send(url: string): Promise<void> {
  const message = createMessage([createTaggedPart('fightComparison', { a: 'Lion', b: 'Tiger' })]);
  const { body } = await callAgent(url, { method: 'SendMessage', params: { message } });
  expect(body.result?.['task']).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
}

testOverBindings('a call whose handler ends at once costs one commit', async () => {
  const { url, file } = await open();
  const costs: number[] = [];
  for (let calls = 1; calls <= 5; calls += 1) {
    const before = countCommits(file);
    await send(url);
    costs.push(countCommits(file) - before);
  }
  // The engine also keeps house, which may fall into a call or two on a busy machine.
  const [, , median] = costs.toSorted((a, b) => a - b);
  expect(median).toBe(1);
});

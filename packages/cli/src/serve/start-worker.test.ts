import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from './start-worker.ts';

/**
 * The source of an agent that sends a message while it loads, and then blocks for half a second.
 */
const BUSY = `
  process.send({ kind: 'request', record: {} });
  for (const end = Date.now() + 500; Date.now() < end;);
  export default { skills: [], schemas: new Map() };
`;

test('what is given up at the moment that it is loaded is given up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'agent.js');
  writeFileSync(file, BUSY);
  const controller = new AbortController();
  const starting = startWorker(file, {
    types: undefined,
    onRequest: () => controller.abort(),
    onLog: () => {},
    signal: controller.signal,
  });
  await expect(starting).rejects.toThrow('Cannot serve');
});

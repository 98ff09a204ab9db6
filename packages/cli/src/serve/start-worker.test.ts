import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from './start-worker.ts';

const AGENT = 'export default { skills: [], schemas: new Map() };';

/**
 * The source of an agent that sends a message while it loads, and then blocks for half a second.
 */
const BUSY = `
  process.send({ kind: 'request', record: {} });
  for (const end = Date.now() + 500; Date.now() < end;);
  ${AGENT}
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

test('what ends after it is loaded fails to listen, and ends nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'agent.js');
  writeFileSync(file, `setTimeout(() => process.exit(3), 200);\n${AGENT}`);
  const { signal } = new AbortController();
  const worker = await startWorker(file, {
    types: undefined,
    onRequest: () => {},
    onLog: () => {},
    signal,
  });
  await worker.ended;
  await expect(worker.listen({})).rejects.toThrow('it ended its process (code 3)');
});

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runKept } from '../support/run-kept.ts';

test('a port that is taken is told in words', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const folder = makeCliFolder({});
  const env = { XDG_CONFIG_HOME: folder };
  const args = ['mcp', '--http', '--no-cards', '--port', String(port), 'http://127.0.0.1:9'];
  const { code, stderr } = await runKept(args, { cwd: folder, env });
  expect(code).toBe(2);
  expect(stderr).toContain(
    `Cannot serve at 127.0.0.1 port ${port} because the address must be free`,
  );
  expect(stderr).toContain('--port 0 takes any free one');
  expect(stderr).not.toContain('EADDRINUSE');
});

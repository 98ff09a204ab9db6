import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runProgram } from './support/run-program.ts';

const DEMO = 'apps/demo/dist/main.js';

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the demo prints a curl line that works, and %s stops it cleanly',
  async (signal) => {
    const program = runProgram(DEMO, { PORT: '0' });
    const [, command = ''] = await program.waitFor(/^ {2}(curl .*)$/mu);
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    program.child.kill(signal);
    expect(await program.exit).toBe(0);
  },
);

test('the demo stops while a task runs and a stream is open', async () => {
  const program = runProgram(DEMO, { PORT: '0' });
  const [, url = ''] = await program.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const data = { contacts: [{ name: 'Ada', email: 'ada@example.com' }], pauseMs: 10_000 };
  const parts = [{ data, mediaType: 'application/json;schema=contactList' }];
  const message = { messageId: 'm', role: 'ROLE_USER', parts };
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message },
    }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test('the demo says in one line that its port is taken', async () => {
  const first = runProgram(DEMO, { PORT: '0' });
  const [, port = ''] = await first.waitFor(/127\.0\.0\.1:(\d+)/u);
  const second = runProgram(DEMO, { PORT: port });
  expect(await second.exit).toBe(1);
  expect(second.output().trim()).toBe(
    `Cannot listen on 127.0.0.1:${port} as the address must be free and ours: current value is in use by another program`,
  );
});

test('the demo says in one line that PORT is no port', async () => {
  const program = runProgram(DEMO, { PORT: 'many' });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toMatch(/^Cannot start the demo as PORT must be .*"many"$/u);
});

import { expect, test } from 'vitest';
import { clerkAgent, CONCLUSION, REASON } from '../support/clerk-agent.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

test('the last word stands beside the result, which programs read alone', async () => {
  const url = await serveForCli(clerkAgent);
  const taken = await runKept(['call', url, 'take', '--amount', '1']);
  expect(JSON.parse(taken.stdout)).toEqual({ amount: 1 });
  expect(taken.stderr).toBe(`The agent says: ${CONCLUSION}\n`);
  const noted = await runKept(['call', url, 'note', '--amount', '1', '--output', 'table']);
  expect(noted.stdout).toBe('Noted 1.\n');
  expect(noted.stderr).toBe(`The agent says: ${CONCLUSION}\n`);
});

test('a task that was declined says why', async () => {
  const url = await serveForCli(clerkAgent);
  const { code, stdout, stderr } = await runKept(['call', url, 'take', '--amount', '501']);
  expect(stdout).toBe('');
  expect(stderr).toContain('"rejected"');
  expect(stderr).toContain(REASON);
  expect(code).toBe(1);
});

test('an answer without a task is a result, and its refusal says why', async () => {
  const url = await serveForCli(clerkAgent);
  const said = await runKept(['call', url, 'chat', 'hello', '--output', 'table']);
  expect(said.stderr).toBe('');
  expect(said.stdout).toBe('You said hello.\n');
  const declined = await runKept(['call', url, 'chat', 'rude']);
  expect(declined.stderr).toContain('"rejected": the agent says "Say please."');
  expect(declined.code).toBe(1);
});

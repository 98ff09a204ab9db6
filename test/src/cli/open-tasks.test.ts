import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

const TRIP = ['--schema', 'cityTrip', '--city', 'Lisbon', '--startDate', '2027-04-12'];

interface Told {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly taskId: string;
    readonly question: { readonly kind: string; readonly prompt: string; readonly schema: object };
  };
}

async function getState(url: string, taskId: string): Promise<string> {
  const headers = { 'a2a-version': '1.0' };
  const response = await fetch(`${url}/a2a/rest/tasks/${taskId}`, { headers });
  const task = (await response.json()) as { status: { state: string } };
  return task.status.state;
}

test('programs are told of an open question with its task and schema', async () => {
  const url = await serveForCli();
  const { code, stderr } = await runKept(['call', url, 'plan-trip', ...TRIP, '--output', 'json']);
  const { error } = JSON.parse(stderr) as Told;
  expect(error).toMatchObject({ code: 'QUESTION_OPEN', question: { kind: 'form' } });
  expect(error.question.schema).toMatchObject({ properties: { days: {} } });
  expect(error.question.prompt).not.toBe('');
  expect(await getState(url, error.taskId)).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(code).toBe(5);
});

test('an answer that is refused names the task that still waits', async () => {
  const url = await serveForCli();
  const args = ['call', url, 'plan-trip', ...TRIP, '--answer', '{"days":0}'];
  const people = await runKept(args);
  const [, taskId = ''] =
    /Task (\S+) waits for another answer: formwork call/u.exec(people.stderr) ?? [];
  expect(await getState(url, taskId)).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(people.code).toBe(3);
  const programs = await runKept([...args, '--output=json']);
  const { error } = JSON.parse(programs.stderr) as Told;
  expect(error.code).toBe('INPUT_INVALID');
  expect(await getState(url, error.taskId)).toBe('TASK_STATE_INPUT_REQUIRED');
});

test('an answer that the task does not ask for is not dropped without a word', async () => {
  const url = await serveForCli();
  const opened = await runKept(['call', url, 'plan-trip', ...TRIP, '--output', 'json']);
  const { error } = JSON.parse(opened.stderr) as Told;
  const args = ['call', url, 'plan-trip', '--task', error.taskId, '--answer', '{"days":1}'];
  expect((await runKept(args)).code).toBe(0);
  const again = await runKept(args);
  expect(again.stderr).toContain('was not sent, as the task did not ask for it');
  expect(again.code).toBe(1);
});

test('an agent that breaks off names the task that may go on', async () => {
  let calls = 0;
  const status = { state: 'TASK_STATE_WORKING', timestamp: new Date().toISOString() };
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name: 'Frail',
          description: '',
          version: '1',
          supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
          capabilities: { streaming: true },
          defaultInputModes: ['text/plain'],
          defaultOutputModes: ['text/plain'],
          skills: [{ id: 'chat', name: 'Chat', description: '', tags: [] }],
        }),
      );
      return;
    }
    calls += 1;
    if (calls > 1) {
      response.statusCode = 400;
      response.end();
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const result = { task: { id: 'lost-1', contextId: 'c', status } };
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
    response.write(event, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = await runKept(['call', url, 'chat', 'Hi', '--output', 'json']);
  const { error } = JSON.parse(ended.stderr) as Told;
  expect(error).toMatchObject({ code: 'REQUEST_FAILED', taskId: 'lost-1' });
  expect(error.message).toContain(`formwork call ${url} chat --task lost-1`);
  expect(ended.code).not.toBe(0);
});

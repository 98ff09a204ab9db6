import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { connectModern, type HostResult } from '../mcp/hosts.ts';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';

const AGENT = `import { defineAgent, defineSkill } from '@formwork/core';

const greet = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Asks for a name.',
  tags: [],
  input: { greeting: { type: 'object', properties: { word: { type: 'string' } } } },
  output: { greeted: { type: 'object', properties: { text: { type: 'string' } } } },
  run: async ({ input, task }) => ({ text: input.word + ' ' + (await task.ask('Who are you?')) }),
});

export default defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });
`;

function toText(result: HostResult | undefined): string {
  return result?.content.map(({ text }) => String(text)).join('\n') ?? '';
}

test('a host of MCP goes on with a task at another process on the same store', async () => {
  const cwd = makeCliFolder({ 'agent.js': AGENT });
  const args = ['start', 'agent.js', '--port', '0', '--store', 'data/tasks.sqlite'];
  const hosts = await Promise.all(
    [0, 1].map(async () => {
      const [address] = await startCli(args, { cwd }).waitFor(/http:\/\/\S+\/mcp/u);
      return connectModern(new StreamableHTTPClientTransport(new URL(address)));
    }),
  );
  const [one, other] = hosts;
  const asked = await one?.call('greet', { word: 'Hello' });
  const [, task_id] = /"task_id":"([^"]+)"/u.exec(toText(asked)) ?? [];
  expect(task_id).toBeDefined();
  const found = await other?.call('a2a_task', { task_id });
  expect(toText(found)).toContain('Who are you?');
  const reply = { task_id, action: 'reply', message: 'Ada' };
  expect(await other?.call('a2a_task', reply)).toMatchObject({
    structuredContent: { output: { text: 'Hello Ada' } },
  });
});

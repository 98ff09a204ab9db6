import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { startCli } from '../support/run-cli.ts';

const DEAF = `import { defineAgent, defineSkill } from '@formwork/core';

const wait = defineSkill({
  id: 'wait',
  name: 'Wait',
  description: 'Heeds no signal.',
  tags: [],
  input: { wait: { type: 'object' } },
  run: () => new Promise(() => {}),
});

export default defineAgent({ name: 'Deaf', version: '1.0.0', skills: [wait] });
`;

test('a second SIGTERM ends an agent at once, even if a handler heeds no signal', async () => {
  const cwd = makeCliFolder({ 'agent.js': DEAF });
  const args = ['start', 'agent.js', '--port', '0', '--store', 'memory:'];
  const agent = startCli(args, { cwd });
  const [, url = ''] = await agent.waitFor(/(http:\/\/\S+)\/\.well-known/u);
  const message = createMessage([{ data: {}, mediaType: 'application/json;schema=wait' }]);
  const configuration = { returnImmediately: true };
  await callJsonRpc(url, { method: 'SendMessage', params: { message, configuration } });
  agent.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  agent.child.kill('SIGTERM');
  // The first signal alone ends it with 0, once it has waited for the handler.
  expect(await agent.exit).toBe(143);
});

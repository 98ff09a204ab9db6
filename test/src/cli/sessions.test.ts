import { expect, test } from 'vitest';
import { createSessionClient } from '../sessions/api/session-client.ts';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';

const CONFIG = JSON.stringify({ sessions: '/v1', apiKeys: { secret: 'ada' } });

test.each([
  ['start', ['--sessions', '/v1'], {}, {}],
  ['start', [], { 'formwork.config.json': CONFIG }, { 'x-api-key': 'secret' }],
  ['dev', ['--sessions', '/v1'], {}, {}],
])('%s %j serves the session API, beside forms and tools', async (name, flags, files, headers) => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello'), ...files });
  const program = startCli([name, 'agent.ts', '--port', '0', ...flags], { cwd });
  const [, apiUrl = ''] = await program.waitFor(/Session(?:s| API:) +(http:\S+)\/card/u);
  expect(apiUrl).toMatch(/\/v1$/u);
  const client = createSessionClient(apiUrl, { headers });
  const { id } = await client.create();
  const answer = await client.send(id, { content: '{"to":"me"}' });
  expect(answer.artifacts?.[0]?.data).toEqual({ word: 'hello' });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test('a path that is none is refused', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const program = startCli(['start', 'agent.ts', '--sessions', 'v1'], { cwd });
  expect(await program.exit).not.toBe(0);
  expect(program.output()).toContain(
    'Cannot serve as --sessions must be a path such as /v1: current value is "v1"',
  );
});

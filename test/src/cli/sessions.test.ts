import { expect, test } from 'vitest';
import { createSessionClient } from '../sessions/api/session-client.ts';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';

const CONFIG = JSON.stringify({ sessions: '/v1', apiKeys: { secret: 'ada' } });

interface Case {
  readonly name: string;
  readonly flags: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  { name: 'start', flags: ['--sessions', '/v1'] },
  {
    name: 'start',
    flags: [],
    files: { 'formwork.config.json': CONFIG },
    headers: { 'x-api-key': 'secret' },
  },
  { name: 'dev', flags: ['--sessions', '/v1'] },
];

test.each(CASES)('$name $flags serves the session API', async (one) => {
  const { name, flags, files = {}, headers = {} } = one;
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

import { toAgentCard } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runCli } from '../support/run-cli.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

function validate(input: string, args: readonly string[]): ReturnType<typeof runCli> {
  return runCli(['validate', '-', ...args], { input });
}

const MESSAGE = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };
const LEGACY = {
  kind: 'message',
  messageId: 'm',
  role: 'user',
  parts: [{ kind: 'text', text: '' }],
};

test.each([
  [
    'card',
    async (url: string) =>
      (
        await fetch(`${url}/.well-known/agent-card.json`, { headers: { 'a2a-version': '1.0' } })
      ).json(),
  ],
  ['card', async (url: string) => (await fetch(`${url}/.well-known/agent-card.json`)).json()],
  ['message', async () => Promise.resolve(MESSAGE)],
  ['message', async () => Promise.resolve(LEGACY)],
  ['part', async () => Promise.resolve({ data: { a: 1 }, mediaType: 'application/json;schema=x' })],
  [
    'task',
    async () =>
      Promise.resolve({ id: 't', contextId: 'c', status: { state: 'TASK_STATE_AUTH_REQUIRED' } }),
  ],
  [
    'task',
    async () =>
      Promise.resolve({
        kind: 'task',
        id: 't',
        contextId: 'c',
        status: { state: 'input-required' },
      }),
  ],
  ['schema', async () => Promise.resolve({ type: 'object' })],
  ['fight-comparison', async () => Promise.resolve({ a: 'Lion', b: 'Tiger' })],
  ['schemas/fight-comparison.json', async () => Promise.resolve({ a: 'Lion', b: 'Tiger' })],
] as const)('a right %s passes', async (as, make) => {
  const url = await serveForCli();
  const { code, stdout, stderr } = await validate(JSON.stringify(await make(url)), ['--as', as]);
  expect(stderr).toBe('');
  expect(stdout).toBe('standard input: valid\n');
  expect(code).toBe(0);
});

test.each([
  [
    'message',
    '{\n  "messageId": "m",\n  "role": "user",\n  "parts": [{ "text": "x" }]\n}',
    /:3:11: \/role /u,
  ],
  ['message', '{"messageId":"m","role":"ROLE_USER","parts":[{}]}', /:1:46: \/parts\/0 /u],
  ['message', '{\n  "kind": "message",\n  "parts": 5\n}', /:3:12: \/parts /u],
  ['task', '{"id":"t","status":{"state":"done"}}', /:1:29: \/status\/state /u],
  ['message', '{"messageId":"","role":"ROLE_USER","parts":[{"text":""}]}', /:1:14: \/messageId /u],
  ['part', '{"data":1,"url":"x"}', /must fit exactly one of 4 alternatives/u],
  ['part', '{"kind":"data","data":[1]}', /:1:23: \/data must be object/u],
  ['schema', '{\n "type": "objekt"\n}', /:2:10: \/type /u],
  ['fight-comparison', '{"a":"Lion"}', /:1:1: .*is required but missing/u],
  ['message', '{"messageId": }', /:1:15: must be JSON: value expected/u],
  ['message', '', /:1:1: must be JSON/u],
] as const)('a wrong %s is told with line and column: %j', async (as, input, reason) => {
  const { code, stdout, stderr } = await validate(input, ['--as', as]);
  expect(stdout).toMatch(reason);
  expect(stderr).toMatch(
    /^Cannot pass standard input as .*: \d+ problems?\.(?: It looks like A2A 0\.3: try --a2a 0\.3\.)?\n$/u,
  );
  expect(code).toBe(3);
});

test('the schemas and modes of a card are looked at, too', async () => {
  const card = toAgentCard(demoAgent, {
    interfaces: [],
    streaming: true,
    pushNotifications: false,
  });
  const changed = JSON.parse(JSON.stringify(card)) as {
    skills: { inputModes: string[] }[];
    schemas: Record<string, unknown>;
    supportedInterfaces: unknown[];
  };
  changed.supportedInterfaces = [
    { url: 'http://x', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ];
  changed.skills[0]?.inputModes.push('application/json;schema=nope');
  changed.schemas['fightComparison'] = { $ref: 'https://evil.example/x' };
  const { stdout, code } = await validate(JSON.stringify(changed), ['--as', 'card', '--json']);
  const { problems } = JSON.parse(stdout) as { problems: { pointer: string }[] };
  expect(problems.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('/schemas/fightComparison'),
      expect.stringMatching(/^\/skills\/0\/inputModes\/\d$/u),
    ]),
  );
  expect(code).toBe(3);
});

test('tagged parts are held against the schemas of an agent', async () => {
  const url = await serveForCli();
  const toMessage = (data: object): string =>
    JSON.stringify({
      ...MESSAGE,
      parts: [{ data, metadata: { mimeType: 'application/json;schema=fightComparison' } }],
    });
  const args = ['--as', 'message', '--agent', url];
  expect((await validate(toMessage({ a: 'Lion', b: 'Tiger' }), args)).code).toBe(0);
  const wrong = await validate(toMessage({ a: 'Lion', b: 5 }), args);
  expect(wrong.stdout).toMatch(/\/parts\/0\/data\/b must be string/u);
  expect(wrong.code).toBe(3);
  const named = await validate('{"a":"Lion"}', ['--as', 'fightComparison', '--agent', url]);
  expect(named.code).toBe(3);
  expect((await validate('{}', ['--as', 'nope'])).code).toBe(2);
  expect((await runCli(['validate', 'x.json'])).code).toBe(2);
});

test('a schema whose patterns explode is told of, and does not hang', async () => {
  const pattern = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const cwd = makeCliFolder({ 'pattern.json': JSON.stringify(pattern) });
  const schema = await runCli(['validate', 'pattern.json', '--as', 'schema'], { cwd });
  expect(schema.stderr).toMatch(/^Warning: pattern\.json:1:\d+: \/properties\/a\/pattern /u);
  expect(schema.code).toBe(0);
  const args = ['validate', '-', '--as', 'pattern.json'];
  const harmless = await runCli(args, { cwd, input: '{"a":"aaa"}' });
  expect(harmless.code).toBe(0);
  const endless = await runCli(args, { cwd, input: JSON.stringify({ a: `${'a'.repeat(60)}!` }) });
  expect(endless.stderr).toContain('decides within 5 s');
  expect(endless.stderr).toContain('^(a+)+$');
  expect(endless.code).toBe(3);
});

test('a schema file that is none is told with line and column', async () => {
  const cwd = makeCliFolder({
    'wrong.json': '{\n "type": "objekt"\n}',
    'list.json': '[]',
    'cut.json': '{"type":',
  });
  for (const [file, place] of [
    ['wrong.json', 'wrong.json:2:10: /type'],
    ['list.json', 'list.json:1:1'],
    ['cut.json', 'cut.json:1:9'],
  ] as const) {
    const { code, stderr } = await runCli(['validate', '-', '--as', file], { cwd, input: '{}' });
    expect(stderr).toContain(place);
    expect(code).toBe(3);
  }
});

test('numbers that JavaScript would change are told', async () => {
  const cwd = makeCliFolder({ 'any.json': '{}' });
  for (const number of ['9007199254740993', '1e400']) {
    const input = `{"a": [0.1, ${number}]}`;
    const args = ['validate', '-', '--as', 'any.json'];
    const { code, stdout } = await runCli(args, { cwd, input });
    expect(stdout).toContain(`:1:13: /a/1 must be a number that JavaScript holds exactly`);
    expect(stdout).toContain(number);
    expect(code).toBe(3);
  }
  const schema = await validate('{"maximum": 18446744073709551615}', ['--as', 'schema']);
  expect(schema.stderr).toContain('Warning: standard input:1:13: /maximum');
  expect(schema.code).toBe(0);
});

test('a document that looks like the other version of A2A is told how to say so', async () => {
  const message = '{"messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]}';
  const { code, stderr } = await validate(message, ['--as', 'message']);
  expect(stderr).toContain('It looks like A2A 0.3: try --a2a 0.3.');
  expect(code).toBe(3);
  const legacy = await validate(message, ['--as', 'message', '--a2a', '0.3']);
  expect(legacy.stdout).toContain('/kind');
  expect(legacy.stderr).not.toContain('try --a2a');
});

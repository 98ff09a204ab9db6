import { toAgentCard } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { validateDocumentText } from '@formwork/documents';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readManifests, SCHEMAS_FOLDER } from '../schemas/schema-files.ts';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

function validate(input: string, args: readonly string[]): ReturnType<typeof runKept> {
  return runKept(['validate', '-', ...args], { input });
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
  expect(stdout).toMatch(/^standard input: valid(?: \(a2a\/v(?:1\.0|0\.3) .*\))?\n$/u);
  expect(code).toBe(0);
});

test.each([
  [
    'message',
    '{\n  "messageId": "m",\n  "role": "user",\n  "parts": [{ "text": "x" }]\n}',
    /:3:11: \/role /u,
  ],
  [
    'message',
    '{"messageId":"m","role":"ROLE_USER","parts":[{}]}',
    /:1:46: \/parts\/0(?:\/text)? /u,
  ],
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
    /^(?:Warning: .*\n.*\n)*Cannot pass standard input as .*: \d+ problems?\.(?: It .* try --dialect a2a\/v\S+\.)?\n$/u,
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
  const { stdout, code } = await runCli(['validate', '-', '--as', 'card', '--json'], {
    input: JSON.stringify(changed),
  });
  const [{ problems }] = (
    JSON.parse(stdout) as { documents: [{ problems: { pointer: string }[] }] }
  ).documents;
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
  // A program reads which rule it is from the record.
  const told = await validate(toMessage({ a: 'Lion', b: 5 }), [...args, '--json']);
  expect(JSON.parse(told.stdout)).toMatchObject({
    documents: [{ problems: [{ pointer: '/parts/0/data/b', keyword: 'type' }] }],
  });
  expect((await validate('{}', ['--as', 'nope'])).code).toBe(2);
  expect((await runKept(['validate', 'x.json'])).code).toBe(2);
});

test('a schema whose patterns run out of time is told of, and may be checked with', async () => {
  const pattern = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)\\1?$' } } };
  const cwd = makeCliFolder({ 'pattern.json': JSON.stringify(pattern) });
  const schema = await runKept(['validate', 'pattern.json', '--as', 'schema'], { cwd });
  expect(schema.stderr).toMatch(/^Warning: pattern\.json:1:\d+: \/properties\/a\/pattern /u);
  expect(schema.code).toBe(0);
  const args = ['validate', '-', '--as', 'pattern.json'];
  const harmless = await runKept(args, { cwd, input: '{"a":"aaa"}' });
  expect(harmless.code).toBe(0);
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
    const { code, stderr } = await runKept(['validate', '-', '--as', file], { cwd, input: '{}' });
    expect(stderr).toContain(place);
    expect(code).toBe(3);
  }
});

test('numbers that JavaScript would change are told', async () => {
  const cwd = makeCliFolder({ 'any.json': '{}' });
  for (const number of ['9007199254740993', '1e400']) {
    const input = `{"a": [0.1, ${number}]}`;
    const args = ['validate', '-', '--as', 'any.json'];
    const { code, stdout } = await runKept(args, { cwd, input });
    expect(stdout).toMatch(
      /:1:13: \/a\/1 must be a (?:text, or at most 15|number that JavaScript holds)/u,
    );
    expect(stdout).toContain(number);
    expect(code).toBe(3);
  }
  const schema = await validate('{"maximum": 18446744073709551615}', ['--as', 'schema']);
  expect(schema.stderr).toContain('Warning: standard input:1:13: /maximum');
  expect(schema.code).toBe(0);
});

test('a document that looks like the other version of A2A is told how to say so', async () => {
  const message = '{"messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]}';
  const told = await validate(message, ['--as', 'message', '--dialect', '1.0']);
  expect(told.stderr).toContain('It looks like a2a/v0.3: try --dialect a2a/v0.3.');
  expect(told.code).toBe(3);
  const legacy = await validate(message, ['--dialect', '0.3']);
  expect(legacy.stdout).toContain('/kind');
  expect(legacy.stderr).not.toContain('try --dialect');
  const unknown = await validate(message, ['--dialect', 'a2a']);
  expect(unknown.stderr).toContain('--dialect must be one of a2a/v1.0, ');
  expect(unknown.code).toBe(2);
});

test('what a document is does not have to be told, and is told with the schema that says so', async () => {
  const cwd = makeCliFolder({
    'old.json': JSON.stringify(LEGACY),
    'new.json': JSON.stringify(MESSAGE),
    'wrong.json':
      '{\n  "kind": "message",\n  "messageId": "m",\n  "role": "usr",\n  "parts": []\n}',
  });
  const { stdout, stderr, code } = await runKept(['validate', '*.json'], { cwd });
  expect(stdout).toBe(
    [
      'new.json: valid (a2a/v1.0 message)',
      'old.json: valid (a2a/v0.3 message)',
      'wrong.json:4:11: /role must be one of "agent", "user" but is string "usr" (did you mean "user"?)',
      '  urn:formwork:schemas:a2a:v0.3#/$defs/Message/properties/role/enum',
      '',
    ].join('\n'),
  );
  expect(stderr).toBe('Cannot pass 1 of 3 documents: 1 problem.\n');
  expect(code).toBe(3);
  const none = await runKept(['validate', 'nothing-*.json'], { cwd });
  expect(none.stderr).toContain('must match a file');
  expect(none.code).toBe(2);
  expect((await runKept(['validate'], { cwd })).code).toBe(2);
});

test('a URL is fetched, and one without a path is an agent', async () => {
  const url = await serveForCli();
  const { stdout, stderr, code } = await runKept(['validate', url, '--json']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    valid: true,
    documents: [{ file: url, dialect: 'a2a/v1.0', kind: 'card', valid: true, problems: [] }],
  });
  expect(code).toBe(0);
  const lost = await runKept(['validate', `${url}/nowhere.json`]);
  expect(lost.stderr).toContain(`Cannot fetch ${url}/nowhere.json: the status is 404`);
  expect(lost.code).toBe(4);
});

test('headers stay with the origin that they are for', async () => {
  const seen: (readonly [url: string | undefined, key: unknown])[] = [];
  const note = (request: IncomingMessage): void =>
    void seen.push([request.url, request.headers['x-key']]);
  const other = createServer((request, response) => {
    note(request);
    response.end('{}');
  });
  const own = createServer((request, response) => {
    note(request);
    const there = `http://127.0.0.1:${(other.address() as AddressInfo).port}/there.json`;
    const location = { '/a.json': '/b.json', '/b.json': there }[request.url ?? ''] ?? request.url;
    response.writeHead(302, { location }).end();
  });
  for (const server of [own, other]) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
  }
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  await runKept(['validate', `${url}/a.json`, '--header', 'x-key: secret']);
  expect(seen).toEqual([
    ['/a.json', 'secret'],
    ['/b.json', 'secret'],
    ['/there.json', undefined],
  ]);
  const circle = await runKept(['validate', `${url}/circle.json`]);
  expect(circle.stderr).toContain('it must be found after at most 3 redirects');
});

test('what is wrong with a text is told as such', async () => {
  const cwd = makeCliFolder({ 'mark.json': `\uFEFF${JSON.stringify(MESSAGE)}` });
  writeFileSync(join(cwd, 'bytes.json'), Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
  const mark = await runKept(['validate', 'mark.json'], { cwd });
  expect(mark.stderr).toContain('Warning: mark.json:1:1: begins with a byte order mark');
  expect(mark.code).toBe(0);
  const bytes = await runKept(['validate', 'bytes.json', '--as', 'schema'], { cwd });
  expect(bytes.stdout).toContain('bytes.json:1:3: must be text in UTF-8');
  expect(bytes.code).toBe(3);
  const twice = await validate('{"a":1,"a":2}', ['--as', 'schema']);
  expect(twice.stdout).toContain(':1:8: /a must be there once but the object has "a" again');
  expect(twice.code).toBe(3);
});

test('the command judges every example of every dialect as the library does', async () => {
  const manifests = readManifests();
  expect(manifests.length).toBeGreaterThan(4);
  const files = manifests.flatMap(({ folder, examples }) =>
    examples.map(({ file }) => `${SCHEMAS_FOLDER}${folder}/${file}`),
  );
  const run = runKept(['validate', ...files, '--json']);
  // Lets the command start first; then the library validates the same files in this process.
  await setImmediate();
  const reports = new Map(
    files.map((file) => [file, validateDocumentText(readFileSync(file))] as const),
  );
  const { documents } = JSON.parse((await run).stdout) as { documents: Record<string, unknown>[] };
  expect(documents).toHaveLength(reports.size);
  for (const { file, valid: isValid, problems, dialect, kind } of documents) {
    const report = reports.get(String(file));
    expect({ isValid, problems, dialect, kind }, `for ${String(file)}`).toEqual({
      isValid: report?.valid,
      problems: report?.problems,
      dialect: report?.form?.dialect,
      kind: report?.form?.kind,
    });
  }
});

test('a module is no document, and how its agent is checked is told', async () => {
  const { code, stderr } = await runKept(['validate', 'src/agent.ts']);
  expect(stderr).toContain('because it is a module and documents are JSON');
  expect(stderr).toContain('formwork dev src/agent.ts');
  expect(code).toBe(2);
});

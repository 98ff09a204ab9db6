import { connect, RequestError } from '@formwork/client';
import { defineAgent, defineSkill, toAgentCard } from '@formwork/core';
import type { Scope } from '@formwork/runtime';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectModern, serveBridge } from '../mcp/hosts.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { runKept } from '../support/run-kept.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { openTaskEngine } from '../support/test-engine.ts';
import { ALL_CLIENT_DOORS } from '../typed-client/client-doors.ts';

// A skill limits the size and the number of its files; the card tells the limits, and every door
// applies them alike.

const scan = defineSkill({
  id: 'scan',
  name: 'Scan',
  description: 'Reads files.',
  tags: [],
  files: { types: ['image/*'], maxBytes: 10, maxFiles: 2 },
  input: { page: { type: 'object' } },
  run: ({ task }) => task.files.map(({ name, size }) => `${name} ${size}`).join(', '),
});

const note = defineSkill({
  id: 'note',
  name: 'Note',
  description: 'Asks for a picture.',
  tags: [],
  files: { types: ['image/*'], maxBytes: 10 },
  input: { start: { type: 'object', properties: { at: { type: 'string' } } } },
  async run({ task }) {
    const { files } = await task.ask('Which picture?', { answer: 'message' });
    return files.map(({ name, size }) => `${name} ${size}`).join(', ');
  },
});

const agent = defineAgent({ name: 'Scanner', version: '1', skills: [scan, note] });

function createFile(bytes: number, name = 'a.png') {
  return { content: new Uint8Array(bytes), name, mediaType: 'image/png' };
}

test.each(ALL_CLIENT_DOORS)(
  'files within the limits arrive, others do not: $name',
  async (door) => {
    const engine = openTaskEngine();
    const { url } = await startServer(agent, { engine, ...WITH_GRPC });
    const remote = await connect<typeof agent>(url, door.options);
    const skill = remote.skill('scan');
    expect(skill.fileLimits).toEqual({ maxBytes: 10, maxFiles: 2 });
    const fits = await skill.run({}, { files: [createFile(10), createFile(0, 'empty.png')] });
    expect(fits.text).toBe('a.png 10, empty.png 0');
    const refused = [
      [
        [createFile(11)],
        'each of its files must have at most 10 bytes for skill "scan": current value of message.parts[1] is "a.png" with 11 bytes',
      ],
      [
        [createFile(1), createFile(1), createFile(1)],
        'it must bring at most 2 files for skill "scan": current value of message.parts has 3',
      ],
    ] as const;
    for (const [files, message] of refused) {
      const error: unknown = await skill.call({}, { files }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RequestError);
      expect((error as Error).message).toContain(message);
    }
    expect(await engine.list('' as Scope, { pageSize: 10 })).toMatchObject({ totalSize: 1 });
  },
);

test('an agent without schemas tells limits as well', () => {
  const { id, name, description, tags, files } = scan.definition;
  const fields = { id, name, description, tags, ...(files !== undefined && { files }) };
  const talk = defineSkill({ ...fields, text: ({ text }) => text });
  const card = toAgentCard(defineAgent({ name: 'Talker', version: '1', skills: [talk] }), {
    interfaces: [],
    streaming: false,
    pushNotifications: false,
  });
  expect(JSON.stringify(card)).toContain('"fileLimits":{"scan":{"maxBytes":10,"maxFiles":2}}');
});

test.each([
  [{ types: ['image/*'], maxBytes: 0 }, 'files.maxBytes must be a whole number above 0'],
  [{ types: ['image/*'], maxFiles: 1.5 }, 'files.maxFiles must be a whole number above 0'],
  [{ maxBytes: 1 }, 'files.types must be an array of media types'],
  [{ types: ['png'] }, 'each of files.types must be a media type'],
  [{ types: ['image/*'], maxByte: 1 }, 'did you mean "maxBytes"?'],
])('%j is told when the skill is defined', (files, message) => {
  const skill = defineSkill({ ...scan.definition, files: files as never });
  expect(skill.issues).toMatchObject([{ severity: 'error' }]);
  expect(skill.issues[0]?.message).toContain(message);
});

async function createFolder(sizes: Readonly<Record<string, number>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, size] of Object.entries(sizes)) {
    await writeFile(join(folder, name), new Uint8Array(size));
  }
  return folder;
}

test('the command line tells before anything is sent', async () => {
  const engine = openTaskEngine();
  const { url } = await startServer(agent, { engine });
  const folder = await createFolder({ 'big.png': 11, 'a.png': 1 });
  const call = (...names: string[]) =>
    runKept(
      [
        'call',
        url,
        'scan',
        '--json',
        '-',
        ...names.flatMap((name) => ['--file', join(folder, name)]),
      ],
      { input: '{}' },
    );
  const [big, many, twice, help] = await Promise.all([
    call('big.png'),
    call('a.png', 'a.png', 'a.png'),
    call('a.png', 'a.png'),
    runKept(['call', url, 'scan', '--help']),
  ]);
  expect(big).toMatchObject({ code: 3 });
  expect(big.stderr).toContain(
    'Cannot send big.png because each file for skill "scan" must have at most 10 bytes: current size is 11 bytes.',
  );
  expect(many.stderr).toContain('skill "scan" must get at most 2 files: current number is 3');
  expect(twice.stdout).toContain('a.png 1, a.png 1');
  expect(help.stdout).toContain('(image/*; at most 10 bytes each, at most 2)');
  expect(await engine.list('' as Scope, { pageSize: 10 })).toMatchObject({ totalSize: 1 });
});

test('files go along with the answer to a task that asks', async () => {
  const { url } = await startServer(agent, { openTasks: true });
  const folder = await createFolder({ 'a.png': 3, 'big.png': 11 });
  const begun = await connect(url).then((remote) => remote.skill('note').run({}));
  const answer = (...more: string[]) =>
    runKept(['call', url, 'note', '--task', begun.taskId, ...more]);
  const big = await answer('--answer', 'Here', '--file', join(folder, 'big.png'));
  expect(big.stderr).toContain('at most 10 bytes');
  const answered = await answer('--answer', 'Here', '--file', join(folder, 'a.png'));
  expect(answered).toMatchObject({ code: 0, stderr: '' });
  expect(answered.stdout).toContain('a.png 3');
  const late = await answer('--file', join(folder, 'a.png'));
  expect(late.code).not.toBe(0);
  expect(late.stderr).toContain('Cannot send the files of --file because the task did not ask');
});

test('a model is told of limits before and after', async () => {
  const { url } = await startServer(agent);
  const bridge = await serveBridge({ agents: [{ alias: 'office', url }] });
  const host = await connectModern(new StreamableHTTPClientTransport(bridge));
  const tools = await host.listTools();
  const tool = tools.find(({ name }) => name === 'office_scan');
  expect(JSON.stringify(tool?.inputSchema)).toContain('image/*, at most 10 bytes each.');
  expect(JSON.stringify(tool?.inputSchema)).toContain('"maxItems":2');
  const big = { mime_type: 'image/png', data: Buffer.alloc(11).toString('base64') };
  const refused = await host.call('office_scan', { a2a_files: [big] });
  expect(JSON.stringify(refused.content)).toContain(
    '/a2a_files/0: must be a file of at most 10 bytes, it has 11',
  );
});

import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import type { Scope } from '@formwork/runtime';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callAgent, eachOverBindings, testOverBindings } from '../support/bindings.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { openTaskEngine } from '../support/test-engine.ts';

const texts = { name: 'Scan', description: 'Reads files.', tags: [] };

function createAgent(files: readonly string[] = ['image/*', 'application/pdf']): Agent {
  const skill = defineSkill({
    id: 'scan',
    ...texts,
    files,
    input: { page: { type: 'object' } },
    async run({ task }) {
      const sent = await Promise.all(
        task.files.map(async ({ name, mediaType, bytes }) => {
          return `${name} ${mediaType} ${(await bytes()).byteLength}`;
        }),
      );
      if (sent.length > 0) return sent.join(', ');
      const { files: later } = await task.ask('Which file?', { answer: 'message' });
      return later.map(({ name }) => name).join(', ');
    },
  });
  return defineAgent({ name: 'Scanner', version: '1', skills: [skill] });
}

function createFile(mediaType: string): object {
  return { raw: 'AAEC', filename: 'file', ...(mediaType !== '' && { mediaType }) };
}

async function send(url: string, parts: readonly object[], fields = {}) {
  const params = { message: createMessage(parts, fields) };
  return (await callAgent(url, { method: 'SendMessage', params })).body;
}

test('a card names the media types of files that a skill takes', async () => {
  const { url } = await startServer(createAgent());
  const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as {
    skills: { inputModes: string[] }[];
  };
  expect(card.skills[0]?.inputModes).toEqual([
    'text/plain',
    'application/json;schema=page',
    'image/*',
    'application/pdf',
  ]);
});

eachOverBindings(['image/png', 'IMAGE/JPEG; q=1', 'application/pdf'])(
  '%s is taken',
  async (type) => {
    const { url } = await startServer(createAgent());
    const body = await send(url, [createTaggedPart('page', {}), createFile(type)]);
    expect(JSON.stringify(body.result)).toContain(`file ${type} 3`);
  },
);

eachOverBindings([
  [
    'text/csv',
    undefined,
    /its files must be image\/\*, application\/pdf for skill "scan": .*parts\[1\] is text\/csv/u,
  ],
  ['', undefined, /parts\[1\] is one without a mediaType/u],
  ['image/png', [], /it must bring no files for skill/u],
])('%j is refused, and what is accepted is named', async (type, files, message) => {
  const engine = openTaskEngine();
  const { url } = await startServer(createAgent(files), { engine });
  const body = await send(url, [createTaggedPart('page', {}), createFile(type)]);
  expect(body.error).toMatchObject({ code: -32005 });
  expect(body.error?.message).toMatch(message);
  // Counted in the engine, because ListTasks shows no tasks to anonymous callers.
  expect(await engine.list('' as Scope, { pageSize: 1 })).toMatchObject({ totalSize: 0 });
});

testOverBindings('an answer is held to the same types, and its question stays open', async () => {
  const { url } = await startServer(createAgent());
  const asked = await send(url, [createTaggedPart('page', {})]);
  const { id: taskId } = asked.result?.['task'] as { id: string };
  const refused = await send(url, [createFile('text/csv')], { taskId });
  expect(refused.error).toMatchObject({ code: -32005 });
  const taken = await send(url, [createFile('image/png')], { taskId });
  expect(taken.result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } });
});

test('media types are checked when a skill is defined', () => {
  expect(() => createAgent(['png', 'application/json;schema=page'])).toThrow(
    /each of files must be a media type such as image\/png or image\/\*: current value is string "png"/u,
  );
  expect(() => createAgent('image/png' as unknown as string[])).toThrow(
    /files must be an array of media types: current value is string "image\/png"/u,
  );
});

test('the command line sends files, and tells which cannot be sent', async () => {
  const { url } = await startServer(createAgent());
  const folder = await mkdtemp(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [png, pdf, csv] = ['a.png', 'b.pdf', 'c.csv'].map((name) => join(folder, name));
  for (const path of [png, pdf, csv]) await writeFile(path ?? '', 'abc');
  const call = (...args: string[]) =>
    runKept(['call', url, 'scan', '--json', '-', ...args], { input: '{}' });
  const [sent, missing, other, unchecked, directory, help, seen] = await Promise.all([
    call('--file', png ?? '', '--file', pdf ?? ''),
    call('--file', join(folder, 'none.png')),
    call('--file', csv ?? ''),
    call('--no-check', '--file', csv ?? ''),
    call('--file', folder),
    runKept(['call', url, 'scan', '--help']),
    runCli(['inspect', url]),
  ]);
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(sent.stdout).toContain('a.png image/png 3, b.pdf application/pdf 3');
  expect(missing.code).toBe(2);
  expect(missing.stderr).toMatch(/Cannot send .*none\.png: there is no such file\./u);
  expect(other.code).toBe(3);
  expect(other.stderr).toContain(
    'Cannot send c.csv because files for skill "scan" must be image/*, application/pdf: current type is text/csv, by its name.',
  );
  expect(unchecked.code).not.toBe(0);
  expect(unchecked.stderr).toMatch(/its files must be image\/\*, application\/pdf/u);
  expect(seen.stdout).toMatch(/scan +page, image\/\*, application\/pdf/u);
  expect(help.stdout).toContain(
    'Takes files: --file PATH, once for each (image/*, application/pdf)',
  );
  expect(directory.stderr).toMatch(/because it must be a file/u);
});

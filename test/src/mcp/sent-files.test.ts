import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { connectModern, serveBridge, type Host, type HostResult } from './hosts.ts';

// The tool of a skill that accepts files has an argument for them beside its input.

async function describe({ files }: TaskContext): Promise<string> {
  const texts = files.map(async (file) =>
    [file.name, file.mediaType, file.url ?? (await file.text())].join(' '),
  );
  return (await Promise.all(texts)).join(', ');
}

const base = { description: 'Takes files.', tags: [], files: ['image/*', 'text/csv'] } as const;
const note = { type: 'object', properties: { note: { type: 'string' } } } as const;

const agent = defineAgent({
  name: 'Office',
  version: '1',
  skills: [
    defineSkill({
      ...base,
      id: 'archive',
      name: 'Archive',
      input: { order: { ...note, additionalProperties: false } },
      run: async ({ input, task }) => `${JSON.stringify(input)} ${await describe(task)}`,
    }),
    defineSkill({
      ...base,
      id: 'closed',
      name: 'Closed',
      input: { few: { ...note, maxProperties: 1 } },
      run: async ({ input, task }) => `${JSON.stringify(input)} ${await describe(task)}`,
    }),
    defineSkill({
      ...base,
      id: 'look',
      name: 'Look',
      text: async ({ text, task }) => `${text} ${await describe(task)}`,
    }),
    defineSkill({
      ...base,
      id: 'draw',
      name: 'Draw',
      async text({ task }) {
        const content = Buffer.from('x,y,z');
        await task.artifact({
          id: 'f',
          files: [{ content, name: 'made.csv', mediaType: 'text/csv' }],
        });
        return 'drawn';
      },
    }),
    defineSkill({ ...base, files: [], id: 'none', name: 'None', text: ({ text }) => text }),
  ],
});

async function start(): Promise<Host> {
  const { url } = await startServer(agent, { openTasks: true });
  const bridge = await serveBridge({ agents: [{ alias: 'office', url }] });
  return connectModern(new StreamableHTTPClientTransport(bridge));
}

const FILES = [
  { name: 'a.csv', mime_type: 'text/csv', data: 'eCx5' },
  { name: 'b.csv', mime_type: 'text/csv', uri: 'data:text/csv;base64,eCx5' },
  { mime_type: 'text/csv', uri: 'data:text/csv,x%2Cy' },
  { name: 'c.png', mime_type: 'image/png', uri: 'https://files.example/c.png' },
];
const READ =
  'a.csv text/csv x,y, b.csv text/csv x,y,  text/csv x,y, c.png image/png https://files.example/c.png';

function textOf({ structuredContent }: HostResult): unknown {
  return structuredContent?.['text'];
}

test('files go along with data and with text, and their types are told', async () => {
  const host = await start();
  const tools = new Map(
    (await host.listTools()).map(({ name, inputSchema }) => [name, JSON.stringify(inputSchema)]),
  );
  expect(tools.get('office_archive')).toContain('Files to send along: image/*, text/csv.');
  expect(tools.get('office_none')).not.toContain('a2a_files');
  expect(tools.get('office_ask')).not.toContain('a2a_files');

  const archived = await host.call('office_archive', { note: 'mine', a2a_files: FILES });
  expect(textOf(archived)).toBe(`{"note":"mine"} ${READ}`);
  const looked = await host.call('office_look', { message: 'See', a2a_files: FILES });
  expect(textOf(looked)).toBe(`See ${READ}`);
  const without = await host.call('office_archive', { note: 'mine' });
  expect(textOf(without)).toBe('{"note":"mine"}');
});

test('an input that may have no other member is wrapped beside its files', async () => {
  const host = await start();
  const called = await host.call('office_closed', { input: { note: 'x' }, a2a_files: FILES });
  expect(textOf(called)).toBe(`{"note":"x"} ${READ}`);
});

test.each([
  ['text', 'x', '/a2a_files: must be array'],
  ['no type', [{ data: '' }], '/a2a_files/0'],
  [
    'a type that is not taken',
    [{ mime_type: 'application/zip', data: '' }],
    '/a2a_files/0/mime_type: must be a media type that the skill takes: image/*, text/csv',
  ],
  [
    'both places',
    [{ mime_type: 'text/csv', data: '', uri: 'https://a.example' }],
    '/a2a_files/0: must be an object with either data or uri',
  ],
  ['no place', [{ mime_type: 'text/csv' }], '/a2a_files/0: must be an object with either'],
  ['no base64', [{ mime_type: 'text/csv', data: 'a b$' }], '/a2a_files/0/data: must be base64'],
  [
    'a file of this machine',
    [{ mime_type: 'text/csv', uri: 'file:///etc/passwd' }],
    '/a2a_files/0/uri: must be an https address, a data: URI, or the address of a file that a tool',
  ],
])('%s is told to the model, and nothing is sent', async (_name, files, message) => {
  const host = await start();
  const refused = await host.call('office_archive', { note: 'x', a2a_files: files });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain(message);
});

test('a file that a tool gave goes on to another by its address', async () => {
  const host = await start();
  const { structuredContent } = await host.call('office_draw', { message: 'Draw' });
  const [file] = structuredContent?.['files'] as { uri: string; mime_type: string }[];
  expect(file?.uri).toMatch(/^a2a:/u);
  const sent = [{ name: 'b.csv', mime_type: 'text/csv', uri: file?.uri }];
  const archived = await host.call('office_archive', { note: 'x', a2a_files: sent });
  expect(textOf(archived)).toBe('{"note":"x"} b.csv text/csv x,y,z');
  for (const uri of [`${file?.uri}x`, `${file?.uri}?from=1`, 'a2a://agents/office/card']) {
    const refused = await host.call('office_archive', {
      note: 'x',
      a2a_files: [{ mime_type: 'text/csv', uri }],
    });
    expect(JSON.stringify(refused.content)).toContain('/a2a_files/0/uri: must be');
  }
});

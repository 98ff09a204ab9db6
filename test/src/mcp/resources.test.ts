import { defineAgent, defineSkill } from '@formwork/core';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startFileAgent, toArtifact, toRawPart, toUrlPart } from '../support/file-agent.ts';
import { startRecordingDoor } from '../support/recording-door.ts';
import { startServer } from '../support/start-server.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectHost, connectModern, serveBridge } from './hosts.ts';

test('files are in the answer, and at an address for hosts that drop them', async () => {
  const agent = await startFileAgent([
    toArtifact('drawings', [
      toRawPart('dot.png', 'PNG', 'image/png'),
      toRawPart('notes.txt', 'a note'),
      toRawPart('data.bin', 'x'.repeat(2000), 'application/x-thing'),
      toUrlPart('far.pdf', 'https://files.example.com/far.pdf', 'application/pdf'),
      toUrlPart('near', 'http://127.0.0.1/secret'),
    ]),
  ]);
  const host = await connectHost('new http', { agents: [{ alias: 'art', url: agent }] });
  const { content, structuredContent } = await host.call('art_draw', { message: 'a dot' });
  expect(content[0]?.['text']).toContain('near, as its address is not https');
  expect(content.map(({ type }) => type)).toEqual([
    'text',
    'image',
    'resource',
    'resource_link',
    'resource_link',
  ]);
  const files = structuredContent?.['files'] as { name: string; uri: string }[];
  expect(files.map(({ name }) => name)).toEqual(['dot.png', 'notes.txt', 'data.bin', 'far.pdf']);
  const client = host.client as Client;
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
  expect(await read(files[0]?.uri ?? '')).toMatchObject({
    mimeType: 'image/png',
    blob: Buffer.from('PNG').toString('base64'),
  });
  expect(await read(files[1]?.uri ?? '')).toMatchObject({ mimeType: 'text/plain', text: 'a note' });
  expect(files[3]?.uri).toBe('https://files.example.com/far.pdf');
  await expect(read(`${files[0]?.uri}x`)).rejects.toThrow('not found');
  await expect(read('file:///etc/passwd')).rejects.toThrow('not found');
});

test('what is too large to be shown is read at its address', async () => {
  const words = 'long words '.repeat(20_000);
  const large = defineSkill({
    id: 'large',
    name: 'Large',
    description: 'Says much.',
    tags: [],
    input: { any: { type: 'object' } },
    output: {
      page: { type: 'object', properties: { words: { type: 'string' } } },
      none: { type: 'object' },
    },
    run: () => ({ schema: 'page' as const, data: { words } }),
  });
  const agent = defineAgent({ name: 'Large', version: '1', skills: [large] });
  const { url } = await startServer(agent, { openTasks: true });
  const host = await connectHost('new http', { agents: [{ alias: 'big', url }] });
  const { structuredContent, content } = await host.call('big_large', {});
  expect(JSON.stringify([structuredContent, content]).length).toBeLessThan(10_000);
  const uri = String(structuredContent?.['output_uri']);
  const client = host.client as Client;
  const { contents } = await client.readResource({ uri });
  const [only] = contents;
  const text = only !== undefined && 'text' in only ? only.text : '{}';
  expect(JSON.parse(text)).toMatchObject({ data: { words } });
});

test('the parts of a task are read without asking its agent for each, and by nobody else', async () => {
  const send = defineSkill({
    id: 'send',
    name: 'Send',
    description: 'Sends two files.',
    tags: [],
    input: { any: { type: 'object' } },
    output: { any: { type: 'object' } },
    async run({ task }) {
      const content = Buffer.alloc(3000, 'abc');
      const mediaType = 'application/x-thing';
      const files = ['a', 'b'].map((name) => ({ content, name, mediaType }));
      await task.artifact({ id: 'files', files });
      return {};
    },
  });
  const door = await startRecordingDoor(defineAgent({ name: 'A', version: '1', skills: [send] }));
  const toPrincipal = ({ headers }: { readonly headers: object }): string =>
    String(Reflect.get(headers, 'x-principal'));
  const at = await serveBridge(
    { agents: [{ alias: 'a', url: door.url }] },
    { authenticate: toPrincipal },
  );
  const connectAs = (principal: string) =>
    connectModern(
      new StreamableHTTPClientTransport(at, {
        requestInit: { headers: { 'x-principal': principal } },
      }),
    );
  const [ada, eve] = [await connectAs('ada'), await connectAs('eve')];
  const { content } = await ada.call('a_send', {});
  const uris = content.flatMap(({ type, uri }) => (type === 'resource_link' ? [String(uri)] : []));
  expect(uris).toHaveLength(2);
  const countLooks = () => door.requests.filter(({ method }) => method === 'GetTask').length;
  const before = countLooks();
  for (const uri of [...uris, ...uris.map((each) => `${each}?from=1500`)]) {
    const { contents } = await (ada.client as Client).readResource({ uri });
    expect(JSON.stringify(contents)).toContain('YWJj');
    await expect((eve.client as Client).readResource({ uri })).rejects.toThrow('not found');
  }
  expect(countLooks() - before).toBe(1);
});

test('cards and schemas are resources, skills are prompts, and both are completed', async () => {
  const { url } = await startServer(createFixtureAgent(), { openTasks: true });
  const agents = [
    { alias: 'fix', url },
    { alias: 'gone', url: 'http://127.0.0.1:9' },
  ];
  const host = await connectHost('new http', { agents });
  const client = host.client as Client;
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris).toEqual(
    expect.arrayContaining([
      'a2a://agents',
      'a2a://agents/fix/card',
      'a2a://agents/fix/schemas/pair',
    ]),
  );
  const texts = await Promise.all(
    ['a2a://agents', 'a2a://agents/fix/card', 'a2a://agents/fix/schemas/pair'].map(async (uri) => {
      const [only] = (await client.readResource({ uri })).contents;
      return JSON.parse(only !== undefined && 'text' in only ? only.text : '') as unknown;
    }),
  );
  expect(texts).toMatchObject([
    [
      { alias: 'fix', state: 'known', name: 'Fixture' },
      { alias: 'gone', state: 'unreachable' },
    ],
    { name: 'Fixture' },
    { properties: { a: { description: 'The first contestant' } } },
  ]);
  await expect(client.readResource({ uri: 'a2a://agents/none/card' })).rejects.toThrow('not found');
  const { prompts } = await client.listPrompts();
  expect(prompts.find(({ name }) => name === 'fix_compare')).toMatchObject({
    arguments: [
      { name: 'a', description: 'The first contestant', required: true },
      { name: 'b', required: true },
      { name: 'style', required: false },
    ],
  });
  const { messages } = await client.getPrompt({ name: 'fix_compare', arguments: { a: 'Ox' } });
  expect(JSON.stringify(messages)).toContain('Call the tool fix_compare.');
  expect(JSON.stringify(messages)).toContain(String.raw`{\"a\":\"Ox\"}`);
  await expect(client.getPrompt({ name: 'fix_none' })).rejects.toThrow('Unknown prompt');
  const complete = async (
    ref: Parameters<typeof client.complete>[0]['ref'],
    name: string,
    value: string,
  ) => (await client.complete({ ref, argument: { name, value } })).completion.values;
  const prompt = { type: 'ref/prompt', name: 'fix_compare' } as const;
  expect(await complete(prompt, 'style', 'w')).toEqual(['wild']);
  const template = { type: 'ref/resource', uri: 'a2a://agents/{alias}/schemas/{name}' } as const;
  expect(await complete(template, 'alias', '')).toEqual(['fix']);
  expect(await complete(template, 'name', 'pa')).toEqual(['pair']);
});

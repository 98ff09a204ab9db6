import { defineAgent, defineSkill } from '@formwork/core';
import { createBridge } from '@formwork/mcp';
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startRawAgent } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { connectHost, LEGS, type Host } from './hosts.ts';

const size = {
  type: 'object',
  properties: { size: { type: 'integer' }, isText: { type: 'boolean' } },
} as const;
const word = { type: 'object', properties: { word: { type: 'string' } } } as const;
const any = { type: 'object' } as const;

async function startLarge(): Promise<string> {
  const base = { description: 'Large.', tags: [], input: { size } };
  const say = defineSkill({
    ...base,
    id: 'say',
    name: 'Say',
    output: { word },
    run: ({ input }) => ({ word: 'x'.repeat(input.size ?? 0) }),
  });
  const tell = defineSkill({
    ...base,
    id: 'tell',
    name: 'Tell',
    run: ({ input }) => 'long '.repeat(input.size ?? 0),
  });
  const send = defineSkill({
    ...base,
    id: 'send',
    name: 'Send',
    output: { word },
    async run({ input, task }) {
      const bytes = Buffer.alloc(input.size ?? 0, 'abcdefghij');
      await task.artifact({
        id: 'files',
        files: [
          input.isText === true
            ? { content: bytes, name: '../large.txt', mediaType: 'text/plain' }
            : { content: bytes, name: 'C:\\large.bin', mediaType: 'application/octet-stream' },
        ],
      });
      return { word: 'sent' };
    },
  });
  const images = defineSkill({
    ...base,
    id: 'images',
    name: 'Images',
    output: { word },
    async run({ input, task }) {
      const content = Buffer.alloc(1_000_000, 1);
      const files = Array.from({ length: input.size ?? 0 }, (_, index) => ({
        content,
        name: `${index}.png`,
        mediaType: 'image/png',
      }));
      await task.artifact({ id: 'images', files });
      return { word: 'drawn' };
    },
  });
  const agent = defineAgent({ name: 'Large', version: '1', skills: [say, tell, send, images] });
  const { url } = await startServer(agent, { openTasks: true });
  return url;
}

type Read = { readonly text?: string; readonly blob?: string; readonly _meta?: object };

/** Reads a resource with either SDK. */
async function read({ client }: Host, uri: string): Promise<Read> {
  const { contents } = await (client as Client).readResource({ uri });
  return contents[0] as Read;
}

/** Reads all pages of a large resource and joins them. */
async function readPages(host: Host, uri: string): Promise<Buffer> {
  const pages: Buffer[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const { text, blob, _meta: meta }: Read = await read(host, `${uri}?from=${from}`);
    pages.push(text === undefined ? Buffer.from(blob ?? '', 'base64') : Buffer.from(text));
    const told = Reflect.get(meta ?? {}, 'dev.formwork/a2a') as { readonly next?: number };
    from = told.next;
  }
  return Buffer.concat(pages);
}

test.each(LEGS)('nothing that is large ends the connection over %s', async (leg) => {
  const host = await connectHost(leg, { agents: [{ alias: 'big', url: await startLarge() }] });
  await host.listTools();

  const said = await host.call('big_say', { size: 5_300_000 });
  expect(said).toMatchObject({
    isError: true,
    content: [
      { type: 'text', text: expect.stringContaining('5300016 bytes') },
      { type: 'resource_link', name: 'output' },
    ],
  });
  expect(JSON.stringify(said).length).toBeLessThan(10_000);
  const uri = String(said.content[1]?.['uri']);
  const { text } = await read(host, uri);
  expect(JSON.parse(text ?? '')).toEqual({ word: 'x'.repeat(5_300_000) });

  const isText = leg.endsWith('stdio');
  const sent = await host.call('big_send', { size: 10_600_000, isText });
  expect(sent).toMatchObject({ structuredContent: { word: 'sent' } });
  const link = sent.content.find(({ type }) => type === 'resource_link');
  expect(link).toMatchObject({ name: isText ? 'large.txt' : 'large.bin' });
  const at = String(link?.['uri']);
  await expect(read(host, at)).rejects.toThrow(/it has 10600000 (?:bytes|characters).*\?from=0/u);
  const whole = Buffer.alloc(10_600_000, 'abcdefghij');
  expect((await readPages(host, at)).equals(whole)).toBe(true);
  await expect(read(host, `${at}?from=10600001`)).rejects.toThrow('at most 10600000');

  // All images together, in base64, exceed the ten MiB after which hosts close the connection.
  const drawn = await host.call('big_images', { size: 8 });
  expect(drawn.content.filter(({ type }) => type === 'image')).toHaveLength(2);
  expect(drawn.content.filter(({ type }) => type === 'resource_link')).toHaveLength(6);
  expect(await host.call('big_say', { size: 3 })).toMatchObject({
    structuredContent: { word: 'xxx' },
  });
  // The time limit also holds on a busy machine.
});

test('text that is cut names the address of the whole', async () => {
  const host = await connectHost('new http', {
    agents: [{ alias: 'big', url: await startLarge() }],
  });
  const { structuredContent, content } = await host.call('big_tell', { size: 20_000 });
  const text = String(structuredContent?.['text']);
  expect(text.length).toBeLessThan(52_000);
  expect(content[0]).toMatchObject({ text: expect.stringContaining(text) });
  const [, uri = ''] = /all 100000 characters are at (\S+)\)/u.exec(text) ?? [];
  expect((await read(host, uri)).text).toBe('long '.repeat(20_000).trim());
});

test('how large a result may be is an option', async () => {
  const url = await startLarge();
  const agents = [{ alias: 'big', url }];
  const host = await connectHost('new http', { agents, maxResultBytes: 1000 });
  expect(await host.call('big_say', { size: 900 })).not.toHaveProperty('isError', true);
  expect(await host.call('big_say', { size: 1000 })).toMatchObject({
    isError: true,
    _meta: { 'dev.formwork/a2a': { code: 'result_too_large', bytes: 1016 } },
  });
  expect(() => createBridge({ agents, maxResultBytes: 10_000_000 })).toThrow('maxResultBytes');
});

test.each(['old stdio', 'new stdio'] as const)(
  'a list that is too large for a message comes in pages over %s',
  async (leg) => {
    const words = Array.from({ length: 1000 }, (_, at) => `word number ${at} of very many`);
    const choice = { type: 'string', enum: words };
    const schemas = { large: { type: 'object', properties: { choice } }, any };
    const skills = Array.from({ length: 180 }, (_, at) => ({
      id: `s${at}`,
      name: `S${at}`,
      description: '',
      tags: [],
      inputModes: ['application/json;schema=large'],
      outputModes: ['application/json;schema=any'],
    }));
    const uri =
      'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1';
    const capabilities = { extensions: [{ uri, params: { schemas } }] };
    const url = await startRawAgent(({ reply }) => reply({}), { capabilities, skills });
    const host = await connectHost(leg, { agents: [{ alias: 'many', url }] });
    const client = host.client as Client;
    const names: string[] = [];
    let pages = 0;
    let bytes = 0;
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor });
      names.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
      pages += 1;
      bytes += JSON.stringify(page).length;
    } while (cursor !== undefined);
    // The newer SDK fetches all pages by itself.
    if (leg === 'old stdio') expect(pages).toBeGreaterThan(1);
    expect(bytes).toBeGreaterThan(5_000_000);
    expect(names).toEqual([...skills.map(({ id }) => `many_${id}`), 'many_ask', 'a2a_task']);
  },
);

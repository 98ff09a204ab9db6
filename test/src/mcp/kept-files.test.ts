import { defineAgent, defineSkill } from '@formwork/core';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { serveBridge, type HostResult } from './hosts.ts';

const open = { type: 'object', properties: { k: { type: 'string' } } } as const;
const closed = { ...open, additionalProperties: false } as const;

async function startFiles(): Promise<string> {
  const files = [
    { content: Buffer.from('PNG'), name: 'a.png', mediaType: 'image/png' },
    { content: Buffer.from('text'), name: '../../e\u202evil.txt', mediaType: 'text/plain' },
    { content: new URL('http://169.254.169.254/latest'), name: 'u', mediaType: 'image/png' },
  ];
  const skills = Object.entries({ open, closed }).map(([id, schema]) =>
    defineSkill({
      id,
      name: id,
      description: 'Sends files.',
      tags: [],
      input: { any: { type: 'object' } },
      output: { [id]: schema },
      async run({ task }) {
        await task.artifact({ id: 'f', files });
        return { k: 'v\u200b\u202e' };
      },
    }),
  );
  const { url } = await startServer(defineAgent({ name: 'Files', version: '1', skills }), {
    openTasks: true,
  });
  return url;
}

/** Calls a tool with each SDK, as a host of the given name; returns both results. */
async function callAs(name: string, { url, tool }: { readonly url: URL; readonly tool: string }) {
  const info = { name, version: '1' };
  const modern = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await modern.connect(new StreamableHTTPClientTransport(url));
  const old = new OldClient(info);
  await old.connect(new OldTransport(url));
  onTestFinished(async () => void (await Promise.all([modern.close(), old.close()])));
  // Hosts list tools first, because both SDKs check data against the listed schemas.
  await Promise.all([modern.listTools(), old.listTools()]);
  const call = { name: tool, arguments: {} };
  return [await modern.callTool(call), await old.callTool(call)] as HostResult[];
}

test.each(['claude-code', 'codex-mcp-client', 'Visual Studio Code'])(
  '%s, which shows data only, has the addresses of files in the data',
  async (name) => {
    const url = await serveBridge({ agents: [{ alias: 'fw', url: await startFiles() }] });
    for (const { structuredContent } of await callAs(name, { url, tool: 'fw_open' })) {
      expect(structuredContent).toEqual({
        k: 'v\u200b\u202e',
        a2a_files: [
          { name: 'a.png', mime_type: 'image/png', uri: expect.stringMatching(/^a2a:/u) },
          { name: 'evil.txt', mime_type: 'text/plain', uri: expect.stringMatching(/^a2a:/u) },
        ],
      });
    }
    for (const { structuredContent } of await callAs(name, { url, tool: 'fw_closed' })) {
      expect(structuredContent).toEqual({ k: 'v\u200b\u202e' });
    }
  },
);

test('the text of a result says where its files are, and which are left out', async () => {
  const url = await serveBridge({ agents: [{ alias: 'fw', url: await startFiles() }] });
  for (const { structuredContent, content } of await callAs('any', { url, tool: 'fw_open' })) {
    expect(structuredContent).toEqual({ k: 'v\u200b\u202e' });
    const texts = content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
    // The text escapes invisible characters and still parses to the same data.
    expect(texts[0]).toContain(String.raw`v\u200b\u202e`);
    expect(JSON.parse(texts[0] ?? '')).toEqual(structuredContent);
    expect(texts[1]).toMatch(
      /^Files.*\n- a\.png \(image\/png\): a2a:\S+\n- evil\.txt \(text\/plain\): a2a:\S+\n\(A file is left out: u, as its address is not https\.\)$/u,
    );
  }
});

test('an envelope says which files are left out to hosts that show data only', async () => {
  const agents = [{ alias: 'fw', url: await startFiles(), results: 'envelope' as const }];
  const url = await serveBridge({ agents });
  for (const { structuredContent } of await callAs('claude-code', { url, tool: 'fw_closed' })) {
    expect(structuredContent).toMatchObject({
      files: [{ name: 'a.png' }, { name: 'evil.txt' }],
      text: expect.stringContaining('u, as its address is not https'),
    });
  }
});

test('the operator is told of files that such hosts do not get', async () => {
  const lines: string[] = [];
  const warn = (message: string): void => void lines.push(message);
  const url = await serveBridge({
    agents: [{ alias: 'fw', url: await startFiles() }],
    logger: { info: () => {}, warn },
  });
  await callAs('any', { url, tool: 'fw_open' });
  expect(lines).toEqual([]);
  await callAs('any', { url, tool: 'fw_closed' });
  expect(lines[0]).toContain('set results to "envelope"');
});

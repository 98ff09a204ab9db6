import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, test } from 'vitest';
import type { HostResult } from '../mcp/hosts.ts';
import { followTests } from '../support/test-end.ts';
import { bridgeBack, toEssence, toShown } from './bridge-back.ts';

followTests();

const FOLDER = mkdtempSync(join(tmpdir(), 'mcp-published-'));
const FILE = join(FOLDER, 'a.txt');
writeFileSync(FILE, 'One line.\nAnother line.\n');
writeFileSync(join(FOLDER, 'b.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
afterAll(() => rmSync(FOLDER, { recursive: true }));

type Call = readonly [tool: string, args: object];
type Published = readonly [
  name: string,
  settings: {
    readonly args: readonly string[];
    readonly count: number;
    readonly calls: readonly Call[];
  },
];

const SERVERS: readonly Published[] = [
  [
    'everything',
    {
      args: ['stdio'],
      count: 15,
      calls: [
        ['echo', { message: 'Hello, A2A' }],
        ['get-sum', { a: 2, b: 40 }],
        ['get-structured-content', { location: 'Chicago' }],
        ['get-tiny-image', {}],
        ['get-annotated-message', { messageType: 'success', includeImage: true }],
      ],
    },
  ],
  [
    'filesystem',
    {
      args: [FOLDER],
      count: 14,
      calls: [
        ['read_text_file', { path: FILE }],
        ['read_text_file', { path: FILE, head: 1 }],
        ['read_media_file', { path: join(FOLDER, 'b.png') }],
        ['list_directory', { path: FOLDER }],
        ['read_multiple_files', { paths: [FILE, join(FOLDER, 'none')] }],
        ['read_text_file', { path: '/etc/hostname' }],
        ['list_allowed_directories', {}],
      ],
    },
  ],
  [
    'memory',
    {
      args: [],
      count: 9,
      calls: [
        ['read_graph', {}],
        ['search_nodes', { query: 'Ada' }],
        ['add_observations', { observations: [{ entityName: 'nobody', contents: ['x'] }] }],
      ],
    },
  ],
  [
    'sequential-thinking',
    {
      args: [],
      count: 1,
      calls: [
        [
          'sequentialthinking',
          { thought: 'First', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        ],
      ],
    },
  ],
  ['github', { args: [], count: 26, calls: [] }],
];

function toSource(name: string, args: readonly string[]) {
  const manifest = fileURLToPath(
    import.meta.resolve(`@modelcontextprotocol/server-${name}/package.json`),
  );
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  const file = resolve(dirname(manifest), Object.values(bin)[0] ?? '');
  return {
    command: process.execPath,
    args: [file, ...args],
    env: { MEMORY_FILE_PATH: join(FOLDER, 'memory.jsonl') },
  };
}

test.concurrent.for(SERVERS)(
  'the server %s is itself after MCP -> A2A -> MCP',
  async ([name, { args, count, calls }], { expect, onTestFinished }) => {
    const source = toSource(name, args);
    const capabilities = { elicitation: { form: {}, url: {} } };
    const direct = new Client({ name: 'direct', version: '1' }, { capabilities });
    await direct.connect(new StdioClientTransport({ ...source, stderr: 'ignore' }));
    onTestFinished(() => direct.close());
    const { tools } = await direct.listTools();
    expect(tools).toHaveLength(count);
    const { mcp, tools: back, call } = await bridgeBack(source);
    expect(mcp.refused).toEqual([]);
    expect([...back.keys()].toSorted()).toEqual(tools.map((tool) => tool.name).toSorted());
    for (const tool of tools) {
      const own = back.get(tool.name);
      expect(toShown(own?.inputSchema)).toEqual(toShown(tool.inputSchema));
      if (tool.outputSchema === undefined) continue;
      expect(toShown(own?.outputSchema)).toEqual(toShown(tool.outputSchema));
    }
    for (const [tool, input] of calls) {
      const expected = (await direct.callTool({
        name: tool,
        arguments: { ...input },
      })) as HostResult;
      const came = await call(tool, input);
      const isStructured = tools.some((one) => one.name === tool && one.outputSchema !== undefined);
      const [essence, wanted] = [came, expected].map((one) => toEssence(one, isStructured));
      if (expected.isError === true) {
        expect(came.isError).toBe(true);
        expect(JSON.stringify(essence)).toContain(JSON.stringify(wanted).slice(10, -2));
      } else expect(essence).toEqual(wanted);
    }
  },
);

import { expect, test } from 'vitest';
import { toEnvelopeSchema } from '../catalog/envelope-schema.ts';
import { checkHost, listUnknown } from './check-host.ts';
import type { CheckedTool, HostInput } from './host-problem.ts';
import { findHost, HOST_PROFILES } from './host-profiles.ts';

const OBJECT = { type: 'object', properties: {} } as const;
const TOOL: CheckedTool = {
  name: 'shop_order',
  description: 'Orders.',
  inputSchema: OBJECT,
  outputSchema: OBJECT,
};

function losses(host: string, tool: Partial<CheckedTool>, offer: Partial<HostInput> = {}) {
  const profile = findHost(host);
  if (profile === undefined) throw new Error(`There is no ${host}.`);
  const tools = [{ ...TOOL, ...tool }];
  return checkHost(profile, { tools, instructions: '', budgetMs: 45_000, ...offer })
    .filter(({ effect }) => effect === 'lost')
    .map(({ rule, tool: name, message }) => `${rule} ${name || 'all'}: ${message}`);
}

test('a plain tool is lost nowhere', () => {
  for (const { id } of HOST_PROFILES) expect(losses(id, {})).toEqual([]);
});

test.each([
  ['claude-desktop', 'shop.order', 'of [A-Za-z0-9_-]+: it ends the whole conversation'],
  ['claude-desktop', 'x'.repeat(65), 'has 65 characters, and it takes 64'],
  ['copilot-cli', 'shop.order', 'it does not take the tool'],
  ['copilot-cli', 'x'.repeat(129), 'takes 128'],
  ['codex', 'shop.order', 'it does not take the tool'],
  ['aws-labs', 'x'.repeat(65), 'takes 64'],
  ['claude-code', 'x'.repeat(116), '"mcp__agents__x'],
])('%s does not take the name %s', (host, name, message) => {
  const problems = losses(host, { name });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

test.each([
  ['claude-desktop', 'x'.repeat(64)],
  ['copilot-cli', 'x'.repeat(128)],
  ['claude-code', 'x'.repeat(128 - 'mcp__agents__'.length)],
  ['aws-labs', 'a.b'],
])('%s takes the name %s', (host, name) => {
  expect(losses(host, { name })).toEqual([]);
});

test('the name of the server counts where it is part of the name', () => {
  const name = 'x'.repeat(100);
  expect(losses('claude-code', { name })).toEqual([]);
  expect(losses('claude-code', { name }, { serverName: 'a-rather-long-name-of-it' })).toHaveLength(
    1,
  );
});

test('tells how many tools are too many, and which words are cut off', () => {
  const tools = Array.from({ length: 129 }, (_, index) => ({ ...TOOL, name: `t${index}` }));
  expect(losses('vscode', {}, { tools })[0]).toContain('129 tools are offered');
  expect(losses('vscode', {}, { tools: tools.slice(1) })).toEqual([]);
  const long = 'x'.repeat(2049);
  expect(losses('claude-code', { description: long })[0]).toContain('after 2048 is cut off');
  expect(losses('claude-code', {}, { instructions: long })[0]).toContain(
    'the instructions have 2049',
  );
  expect(losses('claude-code', { description: long.slice(1) })).toEqual([]);
});

test.each(['oneOf', 'anyOf', 'allOf'])(
  '%s at the root is lost where it is not taken',
  (keyword) => {
    const inputSchema = { ...OBJECT, [keyword]: [{}] };
    const lose = HOST_PROFILES.filter(({ id }) => losses(id, { inputSchema }).length > 0);
    expect(lose.map(({ id }) => id)).toEqual([
      'claude-code',
      'codex',
      'anthropic-api',
      'openai-api',
    ]);
    const nested = { type: 'object', properties: { input: { [keyword]: [{}] } } };
    for (const { id } of HOST_PROFILES) expect(losses(id, { inputSchema: nested })).toEqual([]);
  },
);

test.each([
  [{ inputSchema: { properties: {} } }, ['sdk-v1', 'sdk-v2']],
  [{ inputSchema: { ...OBJECT, properties: { x: true } } }, ['sdk-v1']],
  [{ outputSchema: { type: 'object', properties: { x: { pattern: '(' } } } }, ['sdk-v1', 'sdk-v2']],
  [{ outputSchema: { ...OBJECT, $ref: 'https://a.example/x.json' } }, ['sdk-v1', 'sdk-v2']],
  [{ outputSchema: { ...OBJECT, $ref: '#/$defs/x' } }, []],
  [{ outputSchema: { ...OBJECT, prefixItems: [{}] } }, ['sdk-v1']],
  [{ outputSchema: { ...OBJECT, unevaluatedProperties: false } }, []],
  [{ inputSchema: { ...OBJECT, $schema: 'http://json-schema.org/draft-04/schema#' } }, ['sdk-v2']],
  [{ inputSchema: { ...OBJECT, $schema: 'https://a.example/mine' } }, ['sdk-v2']],
  [{ inputSchema: { ...OBJECT, $schema: 'http://json-schema.org/draft-07/schema#' } }, []],
  [{ inputSchema: { ...OBJECT, if: {} } }, ['claude-code']],
])('%j is lost in %j', (tool, hosts) => {
  const isOfSchema = (loss: string): boolean => loss.startsWith('schemas');
  const lose = HOST_PROFILES.filter(({ id }) => losses(id, tool).some(isOfSchema));
  expect(lose.map(({ id }) => id)).toEqual(hosts);
});

test('calls must end before the host gives them up', () => {
  expect(losses('claude-desktop', {}, { budgetMs: 60_000 })[0]).toContain('set budgetSeconds');
  expect(losses('claude-desktop', {}, { budgetMs: 59_000 })).toEqual([]);
  expect(losses('claude-ai', {}, { budgetMs: 300_000 })[0]).toContain('300 s without progress');
  expect(losses('goose', {}, { budgetMs: 3_600_000 })).toEqual([]);
});

test.each([
  ['claude-code', ['results', 'pages', 'names']],
  ['claude-desktop', ['questions', 'pages']],
  ['kimi', ['results']],
  ['cursor', ['tasks']],
  ['codex', ['results', 'tasks']],
  ['google', ['tasks']],
  ['goose', []],
])('%s gets %j in another way', (host, rules) => {
  const profile = findHost(host);
  const problems =
    profile && checkHost(profile, { tools: [TOOL], instructions: '', budgetMs: 1000 });
  expect(problems?.map(({ effect, rule }) => `${effect} ${rule}`)).toEqual(
    rules.map((rule) => `changed ${rule}`),
  );
});

test('a result that is no object is wrapped for hosts of before 2026', () => {
  const profile = findHost('cursor');
  const tool = { ...TOOL, outputSchema: { type: 'array' } };
  const problems =
    profile && checkHost(profile, { tools: [tool], instructions: '', budgetMs: 1000 });
  expect(problems?.[0]).toMatchObject({ effect: 'changed', rule: 'results', tool: 'shop_order' });
});

test('every host is found by its name, title-like spellings and aliases', () => {
  for (const host of HOST_PROFILES) {
    for (const name of [host.id, ...host.aliases]) expect(findHost(name)).toBe(host);
  }
  expect(findHost('Claude Desktop')?.id).toBe('claude-desktop');
  expect(findHost('VS Code')?.id).toBe('vscode');
  expect(findHost('netscape')).toBeUndefined();
  const names = HOST_PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

test('what nobody has said of a host is told as unknown', () => {
  const goose = findHost('goose');
  expect(goose && listUnknown(goose)).toContain('names');
  const cursor = findHost('cursor');
  expect(cursor && listUnknown(cursor)).not.toContain('tasks');
});

test('tells whose files are lost where models get data only, and how they are not', () => {
  const closed = { ...OBJECT, additionalProperties: false };
  const lose = HOST_PROFILES.filter(({ id }) => losses(id, { outputSchema: closed }).length > 0);
  expect(lose.map(({ id }) => id)).toEqual(
    HOST_PROFILES.filter(({ results }) => results === 'data').map(({ id }) => id),
  );
  expect(losses('claude-code', { outputSchema: closed })).toEqual([
    expect.stringMatching(/^results shop_order: files .* set results: "envelope"/u),
  ]);
  expect(losses('claude-code', { outputSchema: toEnvelopeSchema() })).toEqual([]);
  expect(losses('claude-code', { outputSchema: { type: 'array' } })).toHaveLength(1);
});

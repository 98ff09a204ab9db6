import { expect, test } from 'vitest';
import { acceptChanges } from './accept-changes.ts';
import type { BridgeLock, LockedAgent, LockedTool } from './bridge-lock.ts';
import { compareBridgeLock } from './compare-bridge-lock.ts';
import { toToolFingerprint } from './to-locked-tool.ts';
import { toBridgeTexts } from './withheld-tool.ts';

const ownTexts = toBridgeTexts();

function toTool(name: string, description: string): LockedTool {
  const annotations = {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  };
  const schemas = { inputSchema: { type: 'object' }, outputSchema: { type: 'object' } };
  const tool = { title: name, description: [description], annotations, schema: name, ...schemas };
  return { fingerprint: toToolFingerprint(name, { fingerprint: '', ...tool }), ...tool };
}

function toAgent(
  tools: Readonly<Record<string, string>>,
  { url = 'http://a.example/', word = 'one' } = {},
): LockedAgent {
  const entries = Object.entries(tools);
  return {
    url,
    card: { name: 'A', description: [word], version: '1', fingerprint: word },
    schemas: Object.fromEntries(entries.map(([name, text]) => [name, `${text} raw`])),
    tools: Object.fromEntries(entries.map(([name, text]) => [name, toTool(name, text)])),
  };
}

function toLock(agents: Readonly<Record<string, LockedAgent>>): BridgeLock {
  return { bridgeLock: 1, bridge: ownTexts, agents };
}

const before = toLock({ a: toAgent({ x: 'old', y: 'old', z: 'old' }) });
const after = toLock({ a: toAgent({ x: 'new', y: 'old', w: 'new' }, { word: 'two' }) });
const changes = compareBridgeLock(before, after);

test('tells what was added, changed and removed, with both texts', () => {
  expect(changes.map(({ kind, part, name }) => `${kind} ${part} ${name}`)).toEqual([
    'changed card a',
    'added schema w',
    'changed schema x',
    'removed schema z',
    'added tool w',
    'changed tool x',
    'removed tool z',
  ]);
  const changed = changes.find(({ part, name }) => part === 'tool' && name === 'x');
  expect(changed?.before).toContain('"old"');
  expect(changed?.after).toContain('"new"');
  expect(changed?.after).not.toContain('sha256');
  expect(compareBridgeLock(before, before)).toEqual([]);
});

test('accepting everything leaves nothing to accept', () => {
  expect(acceptChanges(before, { offered: after, changes })).toEqual(after);
  const first = compareBridgeLock(undefined, after);
  expect(acceptChanges(undefined, { offered: after, changes: first })).toEqual(after);
});

test('accepting a tool takes its schema along, and not the card or other tools', () => {
  const chosen = changes.filter(({ part, name }) => part === 'tool' && name === 'x');
  const next = acceptChanges(before, { offered: after, changes: chosen });
  expect(compareBridgeLock(next, after).map(({ part, name }) => `${part} ${name}`)).toEqual([
    'card a',
    'schema w',
    'schema z',
    'tool w',
    'tool z',
  ]);
});

test('with the last of the tools comes the card', () => {
  const chosen = changes.filter(({ part }) => part === 'tool');
  expect(acceptChanges(before, { offered: after, changes: chosen })).toEqual(after);
});

test('what was accepted at one address was not at another', () => {
  const url = 'http://b.example/';
  const moved = toLock({ a: toAgent({ x: 'old', y: 'old', z: 'old' }, { url }) });
  const all = compareBridgeLock(before, moved);
  expect(all.map(({ part, name }) => `${part} ${name}`)).toEqual([
    'agent a',
    'tool x',
    'tool y',
    'tool z',
  ]);
  const chosen = all.filter(({ part, name }) => part === 'tool' && name === 'x');
  const next = acceptChanges(before, { offered: moved, changes: chosen });
  expect(next.agents['a']).toMatchObject({ url, schemas: { x: 'old raw' } });
  expect(Object.keys(next.agents['a']?.tools ?? {})).toEqual(['x']);
  expect(acceptChanges(before, { offered: moved, changes: all })).toEqual(moved);
});

test('agents that are no longer there go when that is accepted, and others stay', () => {
  const two = toLock({ ...before.agents, b: toAgent({}, { url: 'http://b.example/' }) });
  const removals = compareBridgeLock(two, before);
  expect(removals[0]).toMatchObject({ kind: 'removed', part: 'agent', alias: 'b' });
  expect(acceptChanges(two, { offered: before, changes: removals })).toEqual(before);
  expect(acceptChanges(two, { offered: before, changes: [] })).toEqual(two);
});

test('names that every object has are names like any other', () => {
  const odd = toLock({ a: toAgent({ constructor: 'old', toString: 'old' }) });
  const all = compareBridgeLock(toLock({}), odd);
  expect(all.filter(({ part }) => part === 'tool').map(({ kind }) => kind)).toEqual([
    'added',
    'added',
  ]);
  expect(acceptChanges(toLock({}), { offered: odd, changes: all })).toEqual(odd);
});

test('a new text about the server as a whole is told and accepted', () => {
  const old = { ...after, bridge: { instructions: ['Old.'], tools: {} } };
  const textChanges = compareBridgeLock(old, after);
  expect(textChanges.map(({ kind, part, name }) => `${kind} ${part} ${name}`)).toEqual([
    'changed instructions instructions',
    'added tool a2a_task',
  ]);
  expect(acceptChanges(old, { offered: after, changes: textChanges })).toEqual(after);
});

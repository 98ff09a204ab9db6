import { expect, test } from 'vitest';
import { LockError } from '../errors.ts';
import type { BridgeLock } from './bridge-lock.ts';
import { isBridgeLock, parseBridgeLock } from './parse-bridge-lock.ts';
import { toBridgeTexts } from './withheld-tool.ts';
import { sortKeys } from './write-bridge-lock.ts';

const lock: BridgeLock = { bridgeLock: 1, bridge: toBridgeTexts(), agents: {} };
const text = JSON.stringify(lock);

function refuse(wrong: string): LockError {
  try {
    parseBridgeLock(wrong, '"bridge.lock"');
  } catch (error) {
    if (error instanceof LockError) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

test('reads what was written, whatever the order of its keys', () => {
  expect(parseBridgeLock(text)).toEqual(lock);
  expect(parseBridgeLock(JSON.stringify(sortKeys(lock)))).toEqual(lock);
  expect(isBridgeLock(lock)).toBe(true);
  expect(isBridgeLock({ ...lock, agents: [] })).toBe(false);
});

test.each([
  ['', 'must be JSON'],
  [text.slice(0, -20), 'must be JSON'],
  ['[]', 'must be what "formwork mcp accept" writes'],
  ['{}', 'must be what "formwork mcp accept" writes'],
  [text.replace('"bridgeLock":1', '"bridgeLock":2'), 'must be 1: current value is 2'],
  [text.replace('"bridgeLock":1', '"bridgeLock":0'), 'bridgeLock'],
  [text.replace('"agents":{}', '"agents":{"a":{"url":1}}'), 'url'],
  [text.replace('"agents":{}', '"agents":{},"more":true'), 'more'],
  [
    text.replace('Goes on with', 'Ends'),
    'fingerprint of tool "a2a_task" must be that of its texts',
  ],
  [text.replace('"openWorldHint":true', '"openWorldHint":false'), 'fingerprint of tool "a2a_task"'],
])('refuses %#: %s', (wrong, reason) => {
  expect(wrong).not.toBe(text);
  const error = refuse(wrong);
  expect(error.message).toContain(reason);
  expect(error.message).toMatch(/^Cannot use the lock "bridge\.lock" because /u);
  expect(error).toMatchObject({ code: 'LOCK_UNUSABLE', reason: 'invalid' });
});

test('says what to do about a newer version', () => {
  expect(refuse('{"bridgeLock": 7}').message).toContain('A newer version of Formwork wrote it');
});

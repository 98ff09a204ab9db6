import type { AgentSource, SourceEvent } from '@formwork/client';
import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../storage/key-value-store.ts';
import { toCaller } from './caller.ts';
import { RunOwners } from './run-owners.ts';

const store = createMemoryStore();

function toToken(claims: object): string {
  return `Bearer x.${btoa(JSON.stringify(claims))}.${Math.random()}`;
}

function toOwner(authorization: string): string {
  return toCaller({ headers: { authorization }, person: 'p', store });
}

test('people are told apart by whom their token is for, else by what they have entered', () => {
  expect(toCaller({ headers: {}, person: 'p', store })).toBe('p');
  const ada = toOwner(toToken({ iss: 'i', sub: 'ada' }));
  expect(toOwner(toToken({ iss: 'i', sub: 'ada' }))).toBe(ada);
  expect(toOwner(toToken({ iss: 'i', sub: 'bob' }))).not.toBe(ada);
  expect(toOwner('Bearer first')).toBe(toOwner('Bearer first'));
  expect(toOwner('Bearer first')).not.toBe(toOwner('Bearer second'));
  // An own header beside the sign-in at the provider adds to it.
  expect(toCaller({ headers: { 'x-key': 'k' }, person: 'p', store })).toMatch(/^p#[\da-f]{4}$/u);
});

test('a storage that is full, or is cleared meanwhile, makes no other person', () => {
  const full = createMemoryStore();
  const setItem = vi.spyOn(full, 'setItem').mockImplementation(() => {
    throw new DOMException('It is full.', 'QuotaExceededError');
  });
  const toMark = () => toCaller({ headers: { 'x-key': 'k' }, person: '', store: full });
  const mark = toMark();
  expect(toMark()).toBe(mark);
  setItem.mockRestore();
  expect(toMark()).toBe(mark);
  for (const key of full.keys()) full.removeItem(key);
  expect(toMark()).toBe(mark);
  expect(full.keys()).toHaveLength(1);
});

test('what the agent refused until somebody signs in is sent by who does', async () => {
  let caller = '';
  const owners = new RunOwners({ caller: () => caller, find: () => undefined });
  const sent: string[] = [];
  async function* reply(): AsyncGenerator<SourceEvent> {
    yield {
      kind: 'failure',
      taskId: '',
      contextId: '',
      code: 'RPC_FAILED',
      reason: 'UNAUTHENTICATED',
      message: '',
      problems: [],
    };
  }
  const source: AgentSource = {
    describe: () => Promise.reject(new Error('not asked')),
    send(message) {
      sent.push(message.messageId);
      return reply();
    },
    watch: reply,
    cancel: reply,
  };
  const guarded = owners.guard(source);
  async function send(): Promise<void> {
    for await (const event of guarded.send({ kind: 'text', messageId: 'm', text: 'Tea' })) {
      expect(event).toMatchObject({ reason: 'UNAUTHENTICATED' });
    }
  }
  await send();
  caller = 'ada';
  await send();
  expect(sent).toEqual(['m', 'm']);
  expect(owners.of('m')).toBe('ada');
});

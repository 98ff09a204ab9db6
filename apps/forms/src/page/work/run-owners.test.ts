import type { AgentDescription, AgentSource, SourceEvent } from '@formwork/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Run } from '../history/run.ts';
import { createMemoryStore } from '../storage/key-value-store.ts';
import { createCredentialStore } from '../workspace/credential-store.ts';
import { toCaller } from './caller.ts';
import { RunOwners } from './run-owners.ts';
import { startWork, type Work } from './start-work.ts';

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
  const sentIds: string[] = [];
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
      sentIds.push(message.messageId);
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
  expect(sentIds).toEqual(['m', 'm']);
  expect(owners.of('m')).toBe('ada');
});

const RESULT: SourceEvent = {
  kind: 'result',
  taskId: 't',
  contextId: 'c',
  schema: 'out',
  text: 'Placed',
  files: [],
  problems: [],
};

test('what the storage does not take is listed, without secrets, and sent for who filled it in', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const tried: string[] = [];
  const setItem = (_key: string, value: string): void => {
    tried.push(value);
    throw new DOMException('It is full.', 'QuotaExceededError');
  };
  const sentIds: string[] = [];
  async function* answer(): AsyncGenerator<SourceEvent> {
    yield await Promise.resolve(RESULT);
  }
  let person = 'ada';
  let runs: readonly Run[] = [];
  let lost = 0;
  const work: Work = startWork({
    source: {
      describe: () => Promise.reject(new Error('not asked')),
      send(message) {
        sentIds.push(message.messageId);
        return answer();
      },
      watch: answer,
      cancel: answer,
    },
    credentials: createCredentialStore(),
    store: { ...createMemoryStore(), setItem },
    agent: 'https://shop.example',
    person: () => person,
    onKept: () => {
      runs = work.listRuns();
    },
    onTables: () => undefined,
    onFull: () => {
      lost += 1;
    },
    // The form of the skill has changed since, and asks for no secret any more.
    read: () => ({
      texts: { states: {} } as never,
      description: {
        name: 'Shop',
        skills: [
          {
            id: 's',
            name: 'S',
            inputs: [{ kind: 'usable', name: 'in', fingerprint: 'g', schema: {} }],
          },
        ],
      } as unknown as AgentDescription,
    }),
    show: () => undefined,
  });
  const take = (id: string): void => {
    const data = { name: 'Ada', pin: 'hush-hush' };
    const message = { kind: 'input', skillId: 's', schema: 'in', data } as const;
    const entry = { id, taskId: '', sent: message, sentAt: 1, contextId: '' };
    const input = { kind: 'input', schema: 'in', fingerprint: 'f', data: { name: 'Ada' } } as const;
    const names = { skillId: 's', skillName: 'S', taskId: '', contextId: '', turns: [] };
    work.take(entry, { id, ...names, owner: 'ada', input, startedAt: 1, state: 'unsent' });
  };
  take('first');
  await expect.poll(() => runs).toMatchObject([{ id: 'first', state: 'done' }]);
  person = 'bob';
  take('second');
  const waiting = { id: 'second', owner: 'ada', state: 'unsent' };
  await expect.poll(() => work.threads.read().get('second')?.state.kind).toBe('failed');
  expect(runs).toMatchObject([waiting, { id: 'first' }]);
  expect(sentIds).toEqual(['first']);
  expect(tried.join()).toContain('"name":"Ada"');
  expect(tried.join()).not.toContain('hush');
  expect(lost).toBeGreaterThan(0);
  const [waitingRun] = runs;
  if (waitingRun === undefined) throw new Error('Cannot find the run that waits.');
  work.discard(waitingRun);
  expect(runs).toMatchObject([{ id: 'first' }]);
  work.clearRuns();
  expect(work.listRuns()).toEqual([]);
});

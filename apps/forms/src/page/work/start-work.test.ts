import type { AgentDescription, AgentSource, SourceEvent } from '@formwork/client';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromRun } from '../history/from-entry.ts';
import { type Run, toBatchKey, toHistoryKey } from '../history/run.ts';
import { createMemoryStore, type KeyValueStore } from '../storage/key-value-store.ts';
import { createCredentialStore } from '../workspace/credential-store.ts';
import { startWork, type Work } from './start-work.ts';

const AGENT = 'https://shop.example';
const IDS = { taskId: 't', contextId: 'c' };
const RESULT: SourceEvent = {
  kind: 'result',
  ...IDS,
  schema: 'out',
  data: {},
  text: 'Placed',
  files: [],
  problems: [],
};
const SENT = { kind: 'text', text: 'Tea, please' } as const;

/** The listeners of all tabs; a browser tells tabs of what another one has stored. */
let tabs: EventTarget;

beforeEach(() => {
  tabs = new EventTarget();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs));
  vi.stubGlobal('removeEventListener', tabs.removeEventListener.bind(tabs));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function tellTabs(toKey = toHistoryKey): void {
  tabs.dispatchEvent(Object.assign(new Event('storage'), { key: `${toKey(AGENT)}\nm` }));
}

/** A tab of the page: its work, the runs that it draws, and the ids of the messages that it sends. */
interface Tab {
  readonly work: Work;
  readonly drawn: () => readonly Run[];
  readonly sentIds: readonly string[];
  /** The tables that are offered, as they were drawn last. */
  readonly offered: () => readonly string[];
}

interface TabOptions {
  readonly answer?: Promise<unknown>;
  readonly person?: () => string;
  /** The events of each answer. Default: a result. */
  readonly answerEvents?: readonly SourceEvent[];
  /** Returns the skills of the agent. Default: none. */
  readonly skills?: () => readonly object[];
  /** The locks of the browser. Default: it has none. */
  readonly locks?: LockManager;
}

/** Opens a tab whose agent answers once `answer` resolves. */
function openTab(store: KeyValueStore, options: TabOptions = {}): Tab {
  const { answer = Promise.resolve(), person = () => '', answerEvents = [RESULT] } = options;
  const { skills = () => [] } = options;
  const sentIds: string[] = [];
  async function* reply(): AsyncGenerator<SourceEvent> {
    await answer;
    yield* answerEvents;
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
  // Only its skills and its name are read.
  const describe = () => ({ name: 'Shop', skills: skills() }) as unknown as AgentDescription;
  let runs: readonly Run[] = [];
  let tables: readonly string[] = [];
  const work: Work = startWork({
    source,
    credentials: createCredentialStore(),
    store,
    agent: AGENT,
    person,
    onKept: () => void (runs = work.listRuns()),
    onTables: () => {
      tables = work.listBatches().map(({ id }) => id);
    },
    onFull: () => undefined,
    locks: options.locks,
    read: () => ({ texts: { states: {} } as never, description: describe() }),
    show: () => undefined,
  });
  runs = work.listRuns();
  tables = work.listBatches().map(({ id }) => id);
  return { work, drawn: () => runs, sentIds, offered: () => tables };
}

/** Leaves a run that was not acknowledged before its page was closed. */
function leaveUnsent(store: KeyValueStore, person = ''): string {
  const { work } = openTab(store, {
    answer: new Promise(() => undefined),
    person: () => person,
  });
  const id = work.threads.begin(SENT, '');
  work.threads.close();
  return id;
}

test('an answer that was on its way when the page was closed is kept, and can be discarded', async () => {
  const store = createMemoryStore();
  const question = { prompt: 'Which paper?', text: '', number: 1, refused: [] };
  const questionEvent: SourceEvent = { kind: 'question', ...IDS, question };
  const first = openTab(store, { answerEvents: [questionEvent] });
  const id = first.work.threads.begin(SENT, '');
  await expect.poll(() => first.drawn()[0]?.state).toBe('asking');
  const second = openTab(store);
  first.work.threads.answer(id, 'Red');
  first.work.threads.close();
  tellTabs();
  // The other tab sees nothing of an answer that this one is sending.
  expect(second.drawn()).toMatchObject([{ id, state: 'open' }]);
  expect(second.drawn()[0]).not.toHaveProperty('pending');
  const later = openTab(store, { answerEvents: [questionEvent] });
  expect(later.drawn()).toMatchObject([
    { id, pending: { answer: 'Red', question: { number: 1 } } },
  ]);
  const [run] = later.drawn();
  if (run === undefined) throw new Error('Cannot find the run that was left.');
  later.work.threads.open(fromRun(run));
  await expect
    .poll(() => later.work.threads.read().get(id)?.state)
    .toEqual({ kind: 'asking', question, unsure: 'Red' });
  later.work.threads.close();
  const last = openTab(store);
  last.work.discard(run);
  expect(openTab(store).drawn()[0]).not.toHaveProperty('pending');
});

const AT_WORK = { state: 'unsent', taskId: '' };

test('what another tab is sending is not offered, and drawn once the agent has it', async () => {
  const store = createMemoryStore();
  const agent = new EventTarget();
  const sender = openTab(store, { answer: once(agent, 'answer') });
  const otherTab = openTab(store);
  const id = sender.work.threads.begin(SENT, '');
  tellTabs();
  expect(sender.drawn()).toMatchObject([{ id, ...AT_WORK }]);
  expect(otherTab.drawn()).toEqual([]);
  agent.dispatchEvent(new Event('answer'));
  await expect.poll(() => sender.drawn()[0]?.state).toBe('done');
  tellTabs();
  expect(otherTab.drawn()).toMatchObject([{ id, state: 'done' }]);
});

test('what another tab has sent is neither discarded nor sent again', async () => {
  const store = createMemoryStore();
  const id = leaveUnsent(store);
  const sender = openTab(store);
  const otherTab = openTab(store);
  const [stale] = otherTab.drawn();
  if (stale === undefined) throw new Error('Cannot find the run that was left.');
  expect(stale).toMatchObject({ id, ...AT_WORK });
  sender.work.resend(stale);
  await expect.poll(() => sender.drawn()[0]?.state).toBe('done');
  otherTab.work.discard(stale);
  expect(otherTab.drawn()).toMatchObject([{ id, state: 'done', taskId: 't' }]);
  otherTab.work.resend(stale);
  expect([...sender.sentIds, ...otherTab.sentIds]).toEqual([id]);
});

test('what another tab has discarded or cleared is gone here', () => {
  const store = createMemoryStore();
  const id = leaveUnsent(store);
  const first = openTab(store);
  const second = openTab(store);
  const [stale] = second.drawn();
  if (stale === undefined) throw new Error('Cannot find the run that was left.');
  expect(stale.id).toBe(id);
  first.work.discard(stale);
  tellTabs();
  expect(second.drawn()).toEqual([]);
  leaveUnsent(store);
  const third = openTab(store);
  expect(third.drawn()).toHaveLength(1);
  first.work.clearRuns();
  tellTabs();
  expect(third.drawn()).toEqual([]);
});

test('what one person has filled in is never sent in the name of another, and waits for the first', async () => {
  const store = createMemoryStore();
  const id = leaveUnsent(store, 'ada');
  const bob = openTab(store, { person: () => 'bob' });
  const [waitingRun] = bob.drawn();
  if (waitingRun === undefined) throw new Error('Cannot find the run that was left.');
  expect(bob.work.isOwn(waitingRun)).toBe(false);
  expect(bob.work.planRepeat(waitingRun, true)).toEqual({ kind: 'edit' });
  bob.work.resend(waitingRun);
  await expect.poll(() => bob.work.threads.read().get(id)?.state.kind).toBe('failed');
  expect(bob.sentIds).toEqual([]);
  expect(bob.drawn()).toMatchObject([{ id, owner: 'ada', ...AT_WORK }]);
  const ada = openTab(store, { person: () => 'ada' });
  const [ownRun] = ada.drawn();
  if (ownRun === undefined) throw new Error('Cannot find the run that was left.');
  expect(ada.work.isOwn(ownRun)).toBe(true);
  ada.work.resend(ownRun);
  await expect.poll(() => ada.drawn()[0]?.state).toBe('done');
  expect(ada.sentIds).toEqual([id]);
});

const ROW = { number: 1, data: { a: 1 }, id: 'm', taskId: '' };
const TABLE = { skillId: 's', schema: 'in', fingerprint: 'f', startedAt: 1, rows: [ROW] };

test('the rows of a table that are not done are offered to their person until they are', () => {
  const store = createMemoryStore();
  const batch = { ...TABLE, id: 'b' };
  openTab(store, { person: () => 'ada' }).work.keepBatch({ ...batch, id: 'secret' }, true);
  openTab(store, { person: () => 'ada' }).work.keepBatch(batch, false);
  expect(openTab(store, { person: () => 'bob' }).work.listBatches()).toEqual([]);
  const ada = openTab(store, { person: () => 'ada' });
  expect(ada.work.listBatches()).toEqual([{ ...batch, owner: 'ada' }]);
  ada.work.dropBatch('b');
  expect(openTab(store, { person: () => 'ada' }).work.listBatches()).toEqual([]);
});

test('a table that a tab runs is offered by no other, until that tab leaves it or ends', async () => {
  const store = createMemoryStore();
  const open = (): Tab => openTab(store, { locks: navigator.locks });
  const [early, runner] = [open(), open()];
  const leave = runner.work.holdBatch('b');
  runner.work.keepBatch({ ...TABLE, id: 'b' }, false);
  early.work.keepBatch({ ...TABLE, id: 'left' }, false);
  tellTabs(toBatchKey);
  const late = open();
  for (const tab of [early, runner, late]) await expect.poll(tab.offered).toEqual(['left']);
  leave();
  for (const tab of [early, runner, late]) await expect.poll(tab.offered).toEqual(['left', 'b']);
  late.work.holdBatch('b');
  tellTabs(toBatchKey);
  for (const tab of [early, runner]) await expect.poll(tab.offered).toEqual(['left']);
  // A tab that is closed gives up all that it works on.
  late.work.threads.close();
  for (const tab of [early, runner]) await expect.poll(tab.offered).toEqual(['left', 'b']);
  for (const { work } of [early, runner]) work.threads.close();
});

test('what a tab is sending is offered by no tab that was opened later, until that one is closed', async () => {
  const store = createMemoryStore();
  const { locks } = navigator;
  const sender = openTab(store, { locks, answer: new Promise(() => undefined) });
  const id = sender.work.threads.begin(SENT, '');
  const otherTab = openTab(store, { locks });
  await expect.poll(() => otherTab.drawn()).toEqual([]);
  sender.work.threads.close();
  await expect.poll(() => otherTab.drawn()).toMatchObject([{ id, ...AT_WORK }]);
  otherTab.work.threads.close();
});

test('what is being sent stops when another person signs in on the same page', async () => {
  const store = createMemoryStore();
  let person = 'ada';
  const connection = new AbortController();
  const { signal } = connection;
  const tab = openTab(store, {
    answer: once(new EventTarget(), 'answer', { signal }),
    person: () => person,
  });
  const id = tab.work.threads.begin(SENT, '');
  person = 'bob';
  connection.abort();
  await expect.poll(() => tab.work.threads.read().get(id)?.state.kind).toBe('failed');
  tab.work.threads.retry(id);
  await expect.poll(() => tab.drawn()[0]?.state).toBe('unsent');
  expect(tab.sentIds).toEqual([id]);
});

test.each([false, true])(
  'no row of a table is sent for another person (secret: %s)',
  async (isSecret) => {
    const store = createMemoryStore();
    let person = 'ada';
    const tab = openTab(store, { person: () => person });
    const row = (id: string) => ({ number: 1, data: {}, id, taskId: '' });
    const batch = { id: 'b', skillId: 's', schema: 'in', fingerprint: 'f', startedAt: 1 };
    tab.work.keepBatch({ ...batch, rows: [row('m1'), row('m2')] }, isSecret);
    const run = (id: string) =>
      tab.work.threads.call(SENT, { signal: new AbortController().signal, earlierCall: row(id) });
    expect((await run('m1')).state.kind).toBe('done');
    person = 'bob';
    tab.work.keepBatch({ ...batch, rows: [row('m2')] }, isSecret);
    expect((await run('m2')).state).toMatchObject({ failure: { reason: 'SIGN_IN' } });
    expect(tab.sentIds).toEqual(['m1']);
    expect(tab.work.listBatches()).toEqual([]);
  },
);

/** A form that asks for a name and a secret. */
const FORM = {
  name: 'in',
  schema: { type: 'object', properties: { name: {}, pin: { writeOnly: true } } },
};
const FILLED = { name: 'Ada', pin: 'hush-hush' };
const INPUT = { kind: 'input', skillId: 's', schema: 'in', data: FILLED } as const;
const SKILL = { id: 's', name: 'S', inputs: [{ kind: 'usable', fingerprint: 'f', ...FORM }] };
const OPEN_FORM = { ...FORM, schema: { type: 'object' } };

test.each([
  ['as it was', SKILL],
  ['gone', undefined],
  ['without a usable form', { ...SKILL, inputs: [{ kind: 'refused', name: 'in' }] }],
  ['with another form', { ...SKILL, inputs: [{ kind: 'usable', fingerprint: 'g', ...OPEN_FORM }] }],
])('no secret of an input is stored while its skill is %s', async (_name, later) => {
  const store = createMemoryStore();
  let skills: readonly object[] = [SKILL];
  const stored: string[] = [];
  const watched = {
    ...store,
    setItem(key: string, value: string) {
      stored.push(value);
      store.setItem(key, value);
    },
  };
  const agent = new EventTarget();
  const tab = openTab(watched, { answer: once(agent, 'answer'), skills: () => skills });
  const id = tab.work.threads.begin(INPUT, '');
  expect(tab.drawn()).toMatchObject([{ input: { data: { name: 'Ada' }, fingerprint: 'f' } }]);
  skills = later === undefined ? [] : [later];
  // The history was cleared meanwhile, so that only the page knows what was sent.
  tab.work.clearRuns();
  agent.dispatchEvent(new Event('answer'));
  await expect.poll(() => tab.drawn()[0]?.state).toBe('done');
  expect(tab.drawn()).toMatchObject([{ id, input: { data: { name: 'Ada' }, fingerprint: 'f' } }]);
  expect(stored.join()).not.toContain('hush');
});

test('what was sent by a form that the page does not know is not stored', async () => {
  const store = createMemoryStore();
  const tab = openTab(store);
  tab.work.threads.begin(INPUT, '');
  await expect.poll(() => tab.drawn()[0]?.state).toBe('done');
  expect(tab.drawn()).toMatchObject([{ input: { data: null } }]);
});

test.each([
  ['a text', SENT],
  ['a form', INPUT],
])('no secret of an answer is stored in a task that began with %s', async (_name, begun) => {
  const store = createMemoryStore();
  const ask = (number: number, fields: object): SourceEvent => ({
    kind: 'question',
    ...IDS,
    question: { prompt: `${number}?`, text: '', number, refused: [], ...fields },
  });
  let events: readonly SourceEvent[] = [ask(1, { form: FORM })];
  const open = (): Tab =>
    openTab(store, {
      skills: () => [SKILL],
      answerEvents: { [Symbol.iterator]: () => events.values() } as never,
    });
  const tab = open();
  const id = tab.work.threads.begin(begun, '');
  const answered = async (
    answer: Parameters<typeof tab.work.threads.answer>[1],
    next: SourceEvent,
  ) => {
    const count = tab.drawn()[0]?.turns.length ?? 0;
    events = [next];
    tab.work.threads.answer(id, answer);
    await expect.poll(() => tab.drawn()[0]?.turns.length).toBe(count + 1);
  };
  await expect.poll(() => tab.drawn()[0]?.state).toBe('asking');
  await answered(FILLED, ask(2, { refused: [{ pointer: '', message: 'too deep' }] }));
  await answered('{"pin":"hush-hush"}', ask(3, {}));
  await answered('In words', RESULT);
  await expect.poll(() => tab.drawn()[0]?.state).toBe('done');
  const answers = [{ name: 'Ada' }, null, 'In words'];
  expect(tab.drawn()[0]?.turns.map(({ answer }) => answer)).toEqual(answers);
  expect(
    store
      .keys()
      .map((key) => store.getItem(key))
      .join(),
  ).not.toContain('hush');
  // What was kept is kept once more without the forms, which the storage does not have.
  tab.work.threads.close();
  const later = open();
  const [run] = later.drawn();
  if (run === undefined) throw new Error('Cannot find the run that was kept.');
  later.work.threads.open(fromRun(run));
  const entry = later.work.threads.read().get(id);
  if (entry === undefined) throw new Error('Cannot find the entry of the run.');
  expect(later.work.keep(entry).turns.map(({ answer }) => answer)).toEqual(answers);
});

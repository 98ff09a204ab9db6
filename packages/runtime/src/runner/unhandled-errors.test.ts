import type { TaskContext } from '@formwork/core';
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Scope } from '../scope.ts';
import { type StartedRunner, startRunner, untilAborted } from '../testing/start-runner.ts';

// A function of a handler that nothing awaits must not end the process in which it fails.

/** Collects what would end a process of Node that has no listeners of its own. */
function collectFatal(): readonly unknown[] {
  const fatal: unknown[] = [];
  const [rejected, thrown] = ['unhandledRejection', 'uncaughtException'] as const;
  const listeners = [process.listeners(rejected), process.listeners(thrown)] as const;
  process.removeAllListeners(rejected).removeAllListeners(thrown);
  process.on(thrown, (error) => fatal.push(error));
  onTestFinished(() => {
    process.removeAllListeners(rejected).removeAllListeners(thrown);
    for (const listener of listeners[0]) process.on(rejected, listener);
    for (const listener of listeners[1]) process.on(thrown, listener);
  });
  return fatal;
}

interface Entry {
  readonly text: string;
  readonly fields: object | undefined;
}

interface StartedTask extends StartedRunner {
  readonly id: string;
  readonly entries: readonly Entry[];
}

async function startTask(run: (task: TaskContext) => unknown): Promise<StartedTask> {
  const entries: Entry[] = [];
  const note = (text: string, fields?: object): void => void entries.push({ text, fields });
  const logger = { info: note, warn: note, error: note };
  const started = startRunner({ skill: { run } }, { logger });
  return { ...started, id: await started.send(), entries };
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

/** Runs a function that the handler does not await. */
function forget(helper: () => Promise<unknown>): void {
  void helper();
}

const UNAWAITED = 'A call of the task failed in a function that the handler does not await';

test('a forgotten function that asks leaves the process alone, and its task waits for the answer', async () => {
  const fatal = collectFatal();
  const cleaned: string[] = [];
  const { id, entries, stateOf, engine } = await startTask(async (task) => {
    forget(async () => {
      try {
        await task.ask('How many?');
      } finally {
        cleaned.push('helper');
      }
    });
    await pass(10);
  });
  await expect.poll(() => stateOf(id)).toBe('input-required');
  await expect.poll(() => entries.length).toBe(1);
  expect(cleaned).toEqual(['helper']);
  const fields = { call: 'task.ask', question: '"How many?"' };
  expect(entries).toMatchObject([{ text: UNAWAITED, fields }]);
  const answer = { kind: 'memo', position: 0, key: 'ask:text', value: 'two' } as const;
  const expectedSeq = (await engine.get('' as Scope, id))?.seq ?? 0;
  const events = [answer, { kind: 'status', state: 'working' } as const];
  await engine.reply('' as Scope, id, { reply: { expectedSeq, events } });
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(fatal).toEqual([]);
});

/** Functions that a handler forgets, and that fail once the run is over. */
const FORGOTTEN: readonly [call: string, helper: (task: TaskContext) => Promise<unknown>][] = [
  ['task.ask', (task) => task.ask('How many?').then(String)],
  ['task.authorize', async (task) => task.authorize('May I?')],
  ['task.progress', async (task) => task.progress('On')],
  ['task.artifact', async (task) => task.artifact({ id: 'a', text: 'x' })],
  ['task.artifact', async (task) => task.artifact({ id: 'a', schema: 'item', data: {} })],
  ['task.step', async (task) => task.step('a', () => 1)],
  ['task.conclude', async (task) => task.conclude('Done')],
  ['task.signal', async (task) => task.signal.throwIfAborted()],
];

test.each(FORGOTTEN)(
  '%s of a forgotten function ends in the log after its handler (case %#)',
  async (call, helper) => {
    const fatal = collectFatal();
    const { id, entries, stateOf } = await startTask((task) => {
      forget(async () => {
        await pass(10);
        await helper(task);
      });
    });
    await expect.poll(() => stateOf(id)).toBe('completed');
    const fields: unknown = expect.objectContaining({ call, taskId: id, skillId: 'skill' });
    await expect.poll(() => entries).toEqual([{ text: UNAWAITED, fields }]);
    expect(fatal).toEqual([]);
  },
);

test('a forgotten function ends in the log when its task is canceled', async () => {
  const fatal = collectFatal();
  const { id, entries, stateOf, engine } = await startTask(async (task) => {
    forget(async () => {
      await untilAborted(task);
      await task.progress('On');
    });
    await untilAborted(task);
    await pass(10);
  });
  await expect.poll(() => stateOf(id)).toBe('working');
  await engine.cancel('' as Scope, id);
  await expect.poll(() => stateOf(id)).toBe('canceled');
  const fields: unknown = expect.objectContaining({ call: 'task.progress', taskId: id });
  await expect.poll(() => entries).toEqual([{ text: UNAWAITED, fields }]);
  expect(fatal).toEqual([]);
});

const FAILED = 'A function that the handler does not await failed';

const UNREADABLE = Object.defineProperty({}, 'cause', {
  get() {
    throw new Error('unreadable');
  },
});

/** Functions that a handler forgets, and that fail with errors of their own. */
const FAILING: readonly [kind: string, helper: (task: TaskContext) => unknown, text: string][] = [
  ['an AbortError', ({ signal }) => once(new EventEmitter(), 'beat', { signal }), UNAWAITED],
  ['a cause', (task) => wrap(onAbort(task)), UNAWAITED],
  ['several errors', (task) => Promise.any([onAbort(task), onAbort(task)]), UNAWAITED],
  ['a text', (task) => task.step('a', () => Promise.reject('boom')), FAILED],
  ['an error without a cause', () => Promise.reject(new Error('boom')), FAILED],
  ['an error that cannot be read', () => Promise.reject(UNREADABLE), FAILED],
  [
    'a listener',
    ({ signal }) => signal.addEventListener('abort', () => void Promise.reject('boom')),
    FAILED,
  ],
];

async function onAbort(task: TaskContext): Promise<void> {
  await untilAborted(task);
  await task.progress('On');
}

async function wrap(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new Error('Cannot get on', { cause: error });
  }
}

test.each(FAILING)('%s of a forgotten function ends in the log', async (_kind, helper, text) => {
  const fatal = collectFatal();
  const { id, entries, stateOf } = await startTask((task) => {
    forget(async () => {
      await helper(task);
    });
  });
  await expect.poll(() => stateOf(id)).toBe('completed');
  const fields: unknown = expect.objectContaining({ taskId: id, skillId: 'skill' });
  await expect.poll(() => entries).toContainEqual({ text, fields });
  expect(fatal).toEqual([]);
});

test('a logger that fails keeps neither the process nor its tasks from going on', async () => {
  const fatal = collectFatal();
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const fail = (): never => {
    throw new Error('The disk is full');
  };
  const logger = { info: fail, warn: async () => fail(), error: fail };
  const run = (task: TaskContext): void => forget(() => onAbort(task));
  const { send, stateOf } = startRunner({ skill: { run } }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const line = expect.stringMatching(new RegExp(`${UNAWAITED}.*The disk is full`, 'u'));
  await expect.poll(() => written.mock.calls).toContainEqual([line]);
  expect(fatal).toEqual([]);
});

test('an error of other code is the one that ends the process, whatever tasks do meanwhile', async () => {
  const fatal = collectFatal();
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { entries, id, stateOf } = await startTask((task) => {
    for (let count = 0; count < 2; count += 1) {
      forget(async () => {
        await gate;
        await task.progress('On');
      });
    }
  });
  await expect.poll(() => stateOf(id)).toBe('completed');
  const error = new Error('boom');
  void Promise.reject(error);
  open();
  await expect.poll(() => entries.length).toBe(2);
  await expect.poll(() => fatal).toEqual([error]);
});

test('errors of other code are left to the process', async () => {
  const fatal = collectFatal();
  const { entries } = await startTask((task) => {
    forget(async () => {
      await pass(5);
      await task.progress('On');
    });
  });
  await expect.poll(() => entries.length).toBe(1);
  const error = new Error('boom');
  void Promise.reject(error);
  await expect.poll(() => fatal).toEqual([error]);
  const heard: unknown[] = [];
  process.on('unhandledRejection', (reason) => heard.push(reason));
  void Promise.reject('again');
  await expect.poll(() => heard).toEqual(['again']);
  expect(fatal).toEqual([error]);
});

test('a step that fails after its handler has returned is logged with its key, and so is its loss', async () => {
  const fatal = collectFatal();
  const { id, entries, stateOf } = await startTask((task) => {
    forget(() =>
      task.step('mail', async () => {
        await pass(10);
        throw new Error('boom');
      }),
    );
  });
  await expect.poll(() => stateOf(id)).toBe('completed');
  await expect
    .poll(() => entries)
    .toMatchObject([
      {
        text: expect.stringMatching('returned while steps were running'),
        fields: { steps: ['mail'] },
      },
      { text: 'task.step failed', fields: { step: 'mail', error: expect.stringMatching('boom') } },
    ]);
  expect(fatal).toEqual([]);
});

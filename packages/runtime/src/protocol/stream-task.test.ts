import { expect, onTestFinished, test } from 'vitest';
import { foldEvents, createBlankSnapshot } from '../engine/fold-events.ts';
import type { NewTaskEvent, TaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskWatcher } from '../engine/task-watcher.ts';
import {
  artifactEvent,
  newTask,
  pieceEvent,
  statusEvent,
  textArtifact,
  textPart,
} from '../testing/samples.ts';
import type { ResponseStream } from './closing.ts';
import { findEventId } from './event-id.ts';
import { resumeTask, type StreamEnd } from './stream-task.ts';

interface Log {
  /** Adds an event to the log, and sends a hint to its subscribers. */
  readonly add: (event: NewTaskEvent) => void;
  readonly resume: (after: number, until?: StreamEnd) => ResponseStream;
  /** Streams the log to a reader who does not understand data parts. */
  readonly resumeAsText: () => ResponseStream;
  /** Returns the number of listeners that streams of the log have now. */
  readonly countListeners: () => number;
}

/** Makes a task whose log has the given events, in place of an engine. */
function openLog(...events: readonly NewTaskEvent[]): Log {
  const timestamp = new Date(0).toISOString();
  const task = newTask();
  const log: TaskEvent[] = [];
  const hinters = new Set<(taskId: string) => void>();
  const watcher = new TaskWatcher({
    watch(hint) {
      hinters.add(hint);
      return () => hinters.delete(hint);
    },
  });
  onTestFinished(() => watcher.close());
  let listeners = 0;
  const listen = watcher.listen.bind(watcher);
  watcher.listen = (taskId, listener) => {
    const unlisten = listen(taskId, listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      unlisten();
    };
  };
  const readSnapshot = (): TaskSnapshot => foldEvents(createBlankSnapshot(task, timestamp), log);
  function add(event: NewTaskEvent): void {
    log.push({ seq: log.length + 1, timestamp, event });
    for (const hint of hinters) hint(task.id);
  }

  for (const event of events) add(event);
  const engine = {
    get: () => Promise.resolve(readSnapshot()),
    read: (
      _scope: string,
      _taskId: string,
      { after, limit = 500 }: { after: number; limit?: number },
    ) => Promise.resolve(log.slice(after, after + limit)),
  };
  const runner = { findFault: () => undefined };
  const services = { engine, runner, watcher };
  return {
    add,
    resume: (after, until = 'rest') =>
      resumeTask({ ...services, snapshot: readSnapshot(), after, until }),
    resumeAsText: () =>
      resumeTask({
        ...services,
        snapshot: readSnapshot(),
        after: 1,
        until: 'rest',
        readsData: false,
      }),
    countListeners: () => listeners,
  };
}

async function collectSeqs(stream: ResponseStream): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const event of stream) seqs.push(Number(findEventId(event)?.split(':').at(-1)));
  return seqs;
}

test('resumeTask() goes past states in which the task waited but does not any more', async () => {
  const { resume } = openLog(
    statusEvent('submitted'),
    statusEvent('working'),
    statusEvent('input-required'),
    statusEvent('working'),
    pieceEvent('a', 'x'),
    statusEvent('completed'),
  );
  expect(await collectSeqs(resume(1))).toEqual([2, 3, 4, 5, 6]);
  expect(await collectSeqs(resume(3))).toEqual([4, 5, 6]);
  expect(await collectSeqs(resume(6))).toEqual([]);
});

test('resumeTask() ends where the task waits for its caller', async () => {
  const { resume } = openLog(
    statusEvent('submitted'),
    statusEvent('working'),
    statusEvent('input-required'),
  );
  expect(await collectSeqs(resume(1))).toEqual([2, 3]);
});

test('resumeTask() waits with a caller who knows that the task waits', async () => {
  const { add, resume } = openLog(statusEvent('submitted'), statusEvent('input-required'));
  const stream = resume(2);
  const next = stream.next();
  add(statusEvent('working'));
  expect(await next).toMatchObject({ value: { payload: { $case: 'statusUpdate' } } });
  add(statusEvent('auth-required'));
  expect(await collectSeqs(stream)).toEqual([4]);
});

test('resumeTask() waits for the end of a task if that is what it is for', async () => {
  const { add, resume } = openLog(statusEvent('submitted'), statusEvent('input-required'));
  const seqs = collectSeqs(resume(1, 'end'));
  for (const state of ['working', 'auth-required', 'completed'] as const) add(statusEvent(state));
  expect(await seqs).toEqual([2, 3, 4, 5]);
});

test('resumeTask() leaves out what streams have no shape for, and keeps the numbers', async () => {
  const { resume } = openLog(
    statusEvent('submitted'),
    { kind: 'metadata', metadata: { title: 'x' } },
    statusEvent('completed'),
  );
  expect(await collectSeqs(resume(1))).toEqual([3]);
});

test('resumeTask() ends its subscription when an event cannot be shown to the reader', async () => {
  const content = { $case: 'data', value: { size: 1n } } as const;
  const parts = [{ ...textPart(''), content }];
  const artifact = artifactEvent({ ...textArtifact('a'), parts });
  const { resumeAsText, countListeners } = openLog(statusEvent('submitted'), artifact);
  await expect(resumeAsText().next()).rejects.toThrow('BigInt');
  expect(countListeners()).toBe(0);
});

import type { IdempotencyKey, Lease, Scope, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { randomUUID } from 'node:crypto';
import { createChunk, createMessage } from '../stores/payload.ts';
import { createId, HEAVY, type SeededTasks } from './seed-tasks.ts';

/** The engine and the tasks that the measured calls use. */
export interface CallsOptions {
  readonly file: string;
  readonly engine: TaskEngine;
  readonly tasks: SeededTasks;
  /** The number of finished tasks. */
  readonly size: number;
}

const CLAIM = { worker: 'bench', ttlMs: 60_000 };
const PAGE = { pageSize: 50 };
/** The number of pages before a deep one. */
const DEPTH = 8;

/** Makes the calls of an engine whose cost must not grow with the stored tasks, by their names. */
export function createCalls({
  file,
  engine,
  tasks,
  size,
}: CallsOptions): Readonly<Record<string, () => Promise<unknown>>> {
  let held: readonly Lease[] = [];
  let deepToken: string | undefined;

  async function create(claim?: typeof CLAIM): Promise<Lease | undefined> {
    const message = createMessage('Lion or tiger?');
    const { lease } = await engine.create(
      {
        id: createId(Date.now()),
        scope: HEAVY,
        contextId: randomUUID(),
        idempotencyKey: message.messageId as IdempotencyKey,
        message,
        metadata: {},
        invocation: { kind: 'text', text: 'Lion or tiger?', acceptedOutputModes: [] },
      },
      claim,
    );
    return lease;
  }

  async function run(): Promise<void> {
    const lease = await create(CLAIM);
    if (lease === undefined) throw new Error('A new task must come leased.');
    await engine.append(lease, [
      { kind: 'artifact', artifact: createChunk(300), append: false, lastChunk: true },
      { kind: 'status', state: 'completed' },
    ]);
    const task = await engine.get(HEAVY, lease.taskId);
    if (task?.state !== 'completed') throw new Error('The task must be completed.');
  }

  async function walkTo(pages: number): Promise<string> {
    let token: string | undefined;
    for (let count = 0; count < pages; count += 1) {
      const page = await engine.list(HEAVY, { ...PAGE, ...(token && { pageToken: token }) });
      token = page.nextPageToken;
    }
    return token ?? '';
  }

  async function claimAndRelease(): Promise<void> {
    const leases = await engine.claim(CLAIM, 8);
    if (leases.length !== 8) throw new Error('Tasks must be waiting.');
    await engine.release(leases);
  }

  async function deliver(): Promise<void> {
    const [delivery] = await engine.claimDeliveries(CLAIM, 1);
    if (delivery === undefined) throw new Error('A delivery must be due.');
    await engine.settleDelivery(delivery, { kind: 'failed', retryInMs: 0, reason: 'busy' });
  }

  return {
    'create, run, answer': run,
    'get a finished task': () => engine.get(HEAVY, tasks.pickTask()),
    'read its log': () => engine.read(HEAVY, tasks.pickTask(), { after: 0 }),
    'list a caller, first page': () => engine.list(HEAVY, PAGE),
    async 'list a caller, ninth page'() {
      deepToken ??= await walkTo(DEPTH);
      await engine.list(HEAVY, { ...PAGE, pageToken: deepToken });
    },
    'list a caller by a usual state': () => engine.list(HEAVY, { ...PAGE, state: 'completed' }),
    'list a caller by a rare state': () => engine.list(HEAVY, { ...PAGE, state: 'rejected' }),
    'list a caller by the state working': () => engine.list(HEAVY, { ...PAGE, state: 'working' }),
    'list a context': () => engine.list(HEAVY, { ...PAGE, contextId: tasks.pickContext() }),
    'list a small caller': () => engine.list('waiting-1' as Scope, PAGE),
    'list all for operators': () => engine.listAll(PAGE),
    'list all by a rare state': () => engine.listAll({ ...PAGE, state: 'rejected' }),
    'list all of a context': () => engine.listAll({ ...PAGE, contextId: tasks.pickContext() }),
    'list all by id': () => engine.listAll({ ...PAGE, taskId: tasks.pickTask() }),
    'list waiting tasks': () => engine.listWaiting({ before: new Date().toISOString(), limit: 50 }),
    'claim 8 tasks, give them back': claimAndRelease,
    async 'renew 8 leases'() {
      if (held.length === 0) held = await engine.claim(CLAIM, 8);
      await engine.renew(held, 60_000);
    },
    'cancel a finished task': () => engine.cancel(HEAVY, tasks.pickTask()),
    'claim a delivery, settle it': deliver,
    'count states': () => engine.countStates(),
    'count the bytes of a caller': () => engine.countBytes(HEAVY),
    'sweep by age, nothing to do': () =>
      engine.prune({ finishedBefore: new Date(0).toISOString() }),
    'sweep by number, nothing to do': () => engine.prune({ keepFinished: size * 2 + 1_000_000 }),
    async 'open the engine, count, claim nothing'() {
      const opened = createSqliteEngine({ file });
      await opened.countStates();
      await opened.claim({ ...CLAIM, taskIds: [] }, 8);
      await opened.close();
    },
    // The oldest task is deleted, which no other call asks for.
    'sweep by number, one task': () => engine.prune({ keepFinished: 10, limit: 1 }),
  };
}

import { Role } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { describe, expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { type ArchivedTask, digestTask, type TaskArchive } from '../engine/task-archive.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import {
  type EngineUnderTest,
  type OpenedEngine,
  openEngine,
  openEngines,
} from './engine-storage.ts';
import {
  artifactEvent,
  claimDelivery,
  createLeased,
  getTask,
  keyOf,
  LONG_CLAIM,
  messageEvent,
  need,
  newTask,
  pieceEvent,
  pushConfig,
  range,
  readLog,
  RICH_DATA,
  SCOPE,
  statusEvent,
  textMessage,
  toRichArtifact,
  toRichMessage,
} from './samples.ts';

/**
 * Declares the tests that every `TaskArchive` must pass, in a `describe` block. The engines that
 * `subject` opens must have an `archive`.
 */
export function describeTaskArchive(name: string, subject: EngineUnderTest): void {
  describe(`TaskArchive of ${name}`, () => {
    describeCopies(subject);
    describeGoingOn(subject);
    describeEntries(subject);
  });
}

function describeCopies(subject: EngineUnderTest): void {
  test.each(['another of its kind', 'memory', 'memory and back'])(
    'a task in every way of use is the same in %s',
    async (where) => {
      const { engine } = await openEngine(subject);
      const lease = await createRichTask(engine);
      const task = await exportTask(engine, lease.taskId);
      const memory = createMemoryEngine();
      if (where === 'memory and back') await archiveOf(memory).import(task);
      const from = where === 'memory and back' ? memory : engine;
      const to = where === 'memory' ? memory : (await openEngine(subject)).engine;

      const copied = await exportTask(from, lease.taskId);
      expect(await archiveOf(to).import(copied)).toBe(true);
      expect(digestTask(await exportTask(to, lease.taskId))).toBe(digestTask(task));
      expect(await exportTask(to, lease.taskId)).toEqual(task);
      expect(await getTask(to, lease)).toEqual(await getTask(engine, lease));
      expect(await readLog(to, lease)).toEqual(await readLog(engine, lease));
      const listed = await to.listAll({ taskId: lease.taskId, pageSize: 1 });
      expect(listed).toEqual(await engine.listAll({ taskId: lease.taskId, pageSize: 1 }));
      expect(await to.listPushConfigs(SCOPE, lease.taskId)).toEqual(
        await engine.listPushConfigs(SCOPE, lease.taskId),
      );
      expect(await to.countBytes(SCOPE)).toBeGreaterThan(0);
      expect(await to.countStates()).toMatchObject({ 'input-required': 1 });
      await to.delete(SCOPE, lease.taskId);
      expect(await to.countBytes(SCOPE)).toBe(0);
      await memory.close();
    },
  );

  test('what is imported again changes nothing', async () => {
    const { engine, to } = await openTwo(subject);
    const lease = await createRichTask(engine);
    const task = await exportTask(engine, lease.taskId);
    const imports = range(3).map(() => archiveOf(to).import(task));
    expect((await Promise.all(imports)).filter(Boolean)).toHaveLength(1);
    await to.cancel(SCOPE, lease.taskId);
    const bytes = await to.countBytes(SCOPE);
    expect(await archiveOf(to).import(task)).toBe(false);
    expect(await to.countBytes(SCOPE)).toBe(bytes);
    expect(await getTask(to, lease)).toMatchObject({ state: 'canceled' });
  });

  test('a digest tells of any difference in the log, the origin, the keys and the receivers', async () => {
    const { engine } = await openEngine(subject);
    const { taskId } = await createRichTask(engine);
    const task = await exportTask(engine, taskId);
    const [first, ...events] = task.events;
    const different: readonly ArchivedTask[] = [
      { ...task, events },
      { ...task, events: [{ ...need(first), timestamp: '2000-01-01T00:00:00.000Z' }, ...events] },
      { ...task, metadata: {} },
      { ...task, scope: 'user:bob' as Scope },
      { ...task, replyKeys: [] },
      { ...task, pushes: [] },
    ];
    const digests = [task, ...different].map(digestTask);
    expect(new Set(digests).size).toBe(different.length + 1);
  });

  test('of a task that is not there, or no longer, nothing is exported', async () => {
    const { engine } = await openEngine(subject);
    const { taskId } = await createLeased(engine);
    await engine.delete(SCOPE, taskId);
    expect(await archiveOf(engine).export(taskId)).toBeUndefined();
    expect(await archiveOf(engine).export('absent')).toBeUndefined();
  });
}

function describeGoingOn(subject: EngineUnderTest): void {
  test('keys find what they made', async () => {
    const { engine, to } = await openTwo(subject);
    const { taskId } = await createRichTask(engine);
    await archiveOf(to).import(await exportTask(engine, taskId));
    const again = newTask({ idempotencyKey: keyOf('creation') });
    expect(await to.create(again)).toEqual({ taskId, created: false });
    const reply = {
      expectedSeq: 1,
      idempotencyKey: keyOf('reply'),
      events: [statusEvent('working')],
    };
    expect(await to.reply(SCOPE, taskId, { reply })).toEqual({ kind: 'repeated' });
    const { seq } = await getTask(to, { scope: SCOPE, taskId });
    const other = { ...reply, expectedSeq: seq, idempotencyKey: keyOf('other') };
    expect(await to.reply(SCOPE, taskId, { reply: other })).toMatchObject({ kind: 'accepted' });
  });

  test('a task whose creation key another one has is refused', async () => {
    const { engine, to } = await openTwo(subject);
    const { taskId } = await createRichTask(engine);
    await to.create(newTask({ idempotencyKey: keyOf('creation') }));
    const importing = archiveOf(to).import(await exportTask(engine, taskId));
    await expect(importing).rejects.toBeInstanceOf(TypeError);
    expect(await to.get(SCOPE, taskId)).toBeUndefined();
  });

  test('of tasks that are imported at once, each is there once, and one that is refused is alone', async () => {
    const { engine, to } = await openTwo(subject);
    const { taskId } = await createRichTask(engine);
    await to.create(newTask({ idempotencyKey: keyOf('creation') }));
    const tasks = [await exportTask(engine, taskId)];
    for (let index = 0; index < 5; index += 1) {
      const { taskId: id } = await createLeased(engine);
      tasks.push(await exportTask(engine, id));
    }
    const archive = archiveOf(to);
    const imports = [...tasks, ...tasks].map((task) => archive.import(task));
    const outcomes = await Promise.allSettled(imports);
    const told = outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? outcome.value
        : outcome.reason instanceof TypeError && 'refused',
    );
    const isNew = [true, true, true, true, true];
    const isThere = [false, false, false, false, false];
    expect(told).toEqual(['refused', ...isNew, 'refused', ...isThere]);
    expect(await archive.export(taskId)).toBeUndefined();
    const ids = tasks.slice(1).map(({ id }) => id);
    const copies = await Promise.all(ids.map((id) => archive.export(id)));
    expect(copies.map((copy) => copy && digestTask(copy))).toEqual(tasks.slice(1).map(digestTask));
  });

  test('unfinished tasks are claimed in their order, with the next attempt, by newer leases', async () => {
    const { engine, to } = await openTwo(subject);
    const held = await createLeased(engine, { invocation: toInvocation('write') });
    await engine.append(held, [statusEvent('working')]);
    const ids = [held.taskId];
    for (const scope of ['a', 'a', 'b'] as Scope[]) {
      ids.push((await engine.create(newTask({ scope }))).taskId);
    }
    await engine.cancel(SCOPE, held.taskId);
    for (const id of ids) await archiveOf(to).import(await exportTask(engine, id));

    await expect(to.append(held, [statusEvent('completed')])).rejects.toMatchObject({
      code: 'LEASE_LOST',
    });
    const leases = await to.claim(LONG_CLAIM, 10);
    expect(leases.map(({ taskId }) => taskId)).toEqual([ids[0], ids[1], ids[3], ids[2]]);
    const expected = { epoch: 2, attempt: 2, skillId: 'write', cancelRequested: true };
    expect(leases[0]).toMatchObject(expected);
    expect(leases[1]).toMatchObject({ epoch: 1, attempt: 1, cancelRequested: false });
    expect(await to.append(need(leases[0]), [statusEvent('completed')])).toBe(3);
  });

  test('a task rests as long as it would have', async () => {
    const { engine, to, advance } = await openTwo(subject);
    const lease = await createLeased(engine);
    await engine.release([lease], { retryAfterMs: 1000 });
    const archived = await exportTask(engine, lease.taskId);
    expect(archived).toMatchObject({ attempts: 1, failures: 1 });
    await archiveOf(to).import(archived);
    expect(await to.claim(LONG_CLAIM, 10)).toEqual([]);
    await advance(1100);
    const next = { taskId: lease.taskId, attempt: 2, failures: 1 };
    expect(await to.claim(LONG_CLAIM, 10)).toMatchObject([next]);
  });

  test('notifications go on from where they were, and dead letters can be revived', async () => {
    const { engine, to } = await openTwo(subject);
    const lease = await createLeased(engine, { push: pushConfig('dead') });
    const first = await claimDelivery(engine);
    await engine.settleDelivery(first, { kind: 'dead', reason: 'gone' });
    const change = { config: pushConfig('live', { token: 'secret' }), maxConfigs: 5 };
    await engine.setPushConfig(SCOPE, lease.taskId, change);
    await engine.append(lease, [statusEvent('working')]);
    await archiveOf(to).import(await exportTask(engine, lease.taskId));

    expect(await to.listDeadLetters()).toEqual(await engine.listDeadLetters());
    const config = { id: 'live', token: 'secret' };
    const delivery = await claimDelivery(to);
    expect(delivery).toMatchObject({ after: 1, config, failures: 0 });
    await to.settleDelivery(delivery, { kind: 'finished', seq: 2 });
    const letter = { scope: SCOPE, taskId: lease.taskId, configId: 'dead' };
    expect(await to.reviveDeadLetter(letter)).toBe(true);
    expect(await claimDelivery(to)).toMatchObject({ after: 0, config: { id: 'dead' } });
  });

  test('tasks that ended in another order than they began are pruned in that of their ends', async () => {
    const { engine, to, advanceSource } = await openTwo(subject);
    const [endsLast, endsFirst] = [await createLeased(engine), await createLeased(engine)];
    await engine.append(endsFirst, [statusEvent('completed')]);
    await advanceSource(20);
    await engine.append(endsLast, [statusEvent('completed')]);
    const last = await exportTask(engine, endsLast.taskId);
    for (const task of [last, await exportTask(engine, endsFirst.taskId)]) {
      await archiveOf(to).import(task);
    }
    const { statusTimestamp } = await getTask(engine, endsLast);
    expect(await to.prune({ finishedBefore: statusTimestamp })).toBe(1);
    expect(await to.get(SCOPE, endsFirst.taskId)).toBeUndefined();
    expect(await getTask(to, endsLast)).toMatchObject({ state: 'completed' });
  });

  test('a question was asked when it was, though a memo came after it', async () => {
    const { engine, to, advanceSource } = await openTwo(subject);
    const lease = await createLeased(engine);
    const question = { question: 0, key: 'ask:text', prompt: 'Sure?', assignment: { to: ['kim'] } };
    const message = {
      ...textMessage('Sure?', Role.ROLE_AGENT),
      metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: question },
    };
    await engine.append(lease, [{ kind: 'status', state: 'input-required', message }]);
    await advanceSource(20);
    const memo = { kind: 'memo', position: 1, key: 'step:late', value: 1 } as const;
    expect(await engine.keepMemo(lease, memo)).toBe(true);
    await archiveOf(to).import(await exportTask(engine, lease.taskId));
    const kims = { to: ['kim'], limit: 1 };
    expect(await to.listQuestions(kims)).toEqual(await engine.listQuestions(kims));
  });

  test('what is added later has no earlier time', async () => {
    const { engine, to, advanceSource } = await openTwo(subject);
    await advanceSource(100);
    const lease = await createLeased(engine);
    await archiveOf(to).import(await exportTask(engine, lease.taskId));
    const [next] = await to.claim(LONG_CLAIM, 1);
    await to.append(need(next), [statusEvent('completed')]);
    const [created, ended] = await readLog(to, lease);
    expect(Date.parse(need(ended).timestamp)).toBeGreaterThanOrEqual(
      Date.parse(need(created).timestamp),
    );
  });
}

function describeEntries(subject: EngineUnderTest): void {
  test('lists the tasks of all scopes in the order of creation, page by page', async () => {
    const { engine, other } = await openEngines(subject);
    const ids: string[] = [];
    for (const scope of ['a', 'b', 'a', 'c', 'b'] as Scope[]) {
      ids.push((await createLeased(engine, { scope })).taskId);
    }
    await engine.delete('a' as Scope, need(ids[2]));
    ids.splice(2, 1);
    const first = await archiveOf(other).list(0, 3);
    const second = await archiveOf(other).list(need(first.at(-1)).place, 3);
    expect([...first, ...second].map(({ taskId }) => taskId)).toEqual(ids);
    expect([...first, ...second].every(({ seq }) => seq === 1)).toBe(true);
    expect(await archiveOf(other).list(need(second.at(-1)).place, 3)).toEqual([]);
  });

  test('counts leases, not tasks that rest, that wait, or whose lease has run out', async () => {
    const { engine, other, advance } = await openEngines(subject);
    expect(await archiveOf(other).countLeases()).toBe(0);
    await createLeased(engine);
    await createLeased(engine, {}, { worker: 'short', ttlMs: 100 });
    const resting = await createLeased(engine);
    await engine.create(newTask());
    expect(await archiveOf(other).countLeases()).toBe(3);
    await engine.release([resting], { retryAfterMs: 60_000 });
    await advance(150);
    expect(await archiveOf(other).countLeases()).toBe(1);
  });
}

/**
 * Two engines of one kind, each with a storage of its own: tasks are exported from one and imported
 * into the other.
 */
interface TwoEngines {
  readonly engine: TaskEngine;
  readonly to: TaskEngine;
  /** Moves the clocks of both engines forward by at least the given milliseconds. */
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly advanceSource: OpenedEngine['advance'];
}

async function openTwo(subject: EngineUnderTest): Promise<TwoEngines> {
  const [source, target] = [await openEngine(subject), await openEngine(subject)];
  return {
    engine: source.engine,
    to: target.engine,
    async advance(milliseconds) {
      await Promise.all([source.advance(milliseconds), target.advance(milliseconds)]);
    },
    advanceSource: source.advance,
  };
}

function archiveOf({ archive }: TaskEngine): TaskArchive {
  return need(archive);
}

async function exportTask(engine: TaskEngine, taskId: string): Promise<ArchivedTask> {
  return need(await archiveOf(engine).export(taskId));
}

function toInvocation(skillId: string): ArchivedTask['invocation'] {
  return { kind: 'structured', skillId, schema: 'input', data: RICH_DATA, acceptedOutputModes: [] };
}

/**
 * Creates a task that has every kind of data an archive must keep, and that waits for its caller's
 * second answer.
 */
async function createRichTask(
  engine: TaskEngine,
): Promise<{ readonly scope: Scope; readonly taskId: string }> {
  const task = {
    idempotencyKey: keyOf('creation'),
    message: toRichMessage(),
    metadata: { rich: RICH_DATA },
    invocation: toInvocation('write'),
    push: pushConfig('first', { authentication: { scheme: 'Bearer', credentials: 'secret' } }),
  };
  const lease = await createLeased(engine, task);
  const delivery = await claimDelivery(engine);
  await engine.settleDelivery(delivery, { kind: 'failed', retryInMs: 5, reason: 'busy' });
  await engine.append(lease, [
    statusEvent('working', 'Well …'),
    artifactEvent(toRichArtifact()),
    pieceEvent('long', 'x'.repeat(300_000)),
    { kind: 'memo', position: 0, key: 'step', value: RICH_DATA },
    { kind: 'metadata', metadata: { more: true } },
  ]);
  const seq = await engine.append(lease, [statusEvent('input-required', 'Which?')]);
  const reply = {
    expectedSeq: seq,
    idempotencyKey: keyOf('reply'),
    events: [messageEvent('This one.'), statusEvent('working')],
  };
  const outcome = await engine.reply(SCOPE, lease.taskId, { reply, claim: LONG_CLAIM });
  const next = outcome.kind === 'accepted' ? outcome.lease : undefined;
  await engine.append(need(next), [statusEvent('input-required', 'And then?')]);
  return { scope: SCOPE, taskId: lease.taskId };
}

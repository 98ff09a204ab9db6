import { describe, expect, test } from 'vitest';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  artifactEvent,
  createLeased,
  getTask,
  need,
  newTask,
  pieceEvent,
  readLog,
  RICH_DATA,
  SCOPE,
  statusEvent,
  textMessage,
  toRichArtifact,
  toRichMessage,
} from './samples.ts';

/** Declares the tests of the task snapshots that an engine's `get` folds from logs. */
export function describeSnapshots(subject: EngineUnderTest): void {
  describe('get()', () => {
    test('finds nothing under an id that was never given', async () => {
      const { engine } = await openEngine(subject);
      expect(await engine.get(SCOPE, crypto.randomUUID())).toBeUndefined();
    });

    test('shows the newest state with its own message and time', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine);
      const said = statusEvent('working', 'Weighing');
      await advance(5);
      await engine.append(lease, [said]);
      await advance(5);
      await engine.append(lease, [pieceEvent('a', 'x'), { kind: 'metadata', metadata: { a: 1 } }]);
      const working = await getTask(engine, lease);
      const log = await readLog(engine, lease);
      expect(working).toMatchObject({ seq: 4, state: 'working' });
      expect({ kind: 'status', state: working.state, message: working.statusMessage }).toEqual(
        said,
      );
      expect(working.statusTimestamp).toBe(log[1]?.timestamp);
      expect(working.createdAt).toBe(log[0]?.timestamp);
      expect(working.statusTimestamp).not.toBe(working.createdAt);

      await engine.append(lease, [statusEvent('completed')]);
      const completed = await getTask(engine, lease);
      expect(completed).toMatchObject({ seq: 5, state: 'completed' });
      expect(completed.statusMessage).toBeUndefined();
      expect(completed.statusTimestamp).toBe((await readLog(engine, lease)).at(-1)?.timestamp);
    });

    test('adds messages to the history, in order', async () => {
      const { engine } = await openEngine(subject);
      const messages = ['first', 'second', 'third'].map((text) => textMessage(text));
      const [message, ...later] = messages;
      const lease = await createLeased(engine, { message: need(message) });
      await engine.append(lease, [
        ...later.map((next) => ({ kind: 'message', message: next }) as const),
        statusEvent('working', 'not part of the history'),
      ]);
      expect((await getTask(engine, lease)).history).toEqual(messages);
    });

    test('merges metadata key by key', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { metadata: { kept: 1, changed: { deep: 1 } } });
      await engine.append(lease, [
        { kind: 'metadata', metadata: { changed: { other: 2 } } },
        { kind: 'metadata', metadata: { added: null, ['__proto__']: { x: 1 } } },
      ]);
      const { metadata } = await getTask(engine, lease);
      expect(metadata).toMatchObject({ kept: 1, changed: { other: 2 }, added: null });
      expect(metadata['changed']).toEqual({ other: 2 });
      expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    });

    test.for(toWays(subject))(
      'gives back all that was put in: bytes, odd texts, nested data',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const message = toRichMessage();
        const lease = await createLeased(engine, {
          message,
          metadata: { rich: RICH_DATA },
          invocation: {
            kind: 'structured',
            skillId: 'fight',
            schema: 'fightComparison',
            data: RICH_DATA,
            acceptedOutputModes: ['text/plain', 'application/json;schema=fightResponse'],
          },
        });
        const artifact = toRichArtifact();
        const said = toRichMessage();
        await engine.append(lease, [
          artifactEvent(artifact),
          { kind: 'metadata', metadata: { more: RICH_DATA } },
          { kind: 'message', message: said },
          { kind: 'status', state: 'input-required', message: said },
        ]);
        const task = await getTask(other, lease);
        expect(task.history).toEqual([message, said]);
        expect(task.artifacts).toEqual([artifact]);
        expect(task.statusMessage).toEqual(said);
        expect(task.metadata).toEqual({ rich: RICH_DATA, more: RICH_DATA });
        expect(task.invocation).toMatchObject({ kind: 'structured', data: RICH_DATA });
        const events = (await readLog(other, lease)).map(({ event }) => event);
        expect(events[1]).toEqual(artifactEvent(artifact));
        expect(events[4]).toEqual({ kind: 'status', state: 'input-required', message: said });
      },
    );

    test('keeps an empty invocation and an absent skill as they are', async () => {
      const { engine } = await openEngine(subject);
      const invocation = { kind: 'text', text: '', acceptedOutputModes: [] } as const;
      const { taskId } = await engine.create(newTask({ invocation }));
      const task = await getTask(engine, { scope: SCOPE, taskId });
      expect(task.invocation).toEqual(invocation);
    });

    test('gives snapshots that later events do not change', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { metadata: { a: 1 } });
      await engine.append(lease, [statusEvent('working', 'one'), pieceEvent('a', '1')]);
      const task = await getTask(engine, lease);
      const log = await readLog(engine, lease);
      const page = await engine.list(SCOPE, { pageSize: 1 });
      const before = structuredClone({ task, log, page });

      await engine.append(lease, [
        pieceEvent('a', '2'),
        pieceEvent('b', 'x'),
        { kind: 'message', message: textMessage('more') },
        { kind: 'metadata', metadata: { a: 2, b: 2 } },
        statusEvent('completed', 'two'),
      ]);
      const later = await getTask(engine, lease);
      expect({ task, log, page }).toEqual(before);
      expect(later).toMatchObject({ seq: 8, state: 'completed', metadata: { a: 2, b: 2 } });
      expect(later.artifacts).toHaveLength(2);
    });
  });
}

import { describe, expect, test } from 'vitest';
import type { NewTaskEvent, TaskStateName } from '../engine/task-event.ts';
import { LeaseLostError } from '../errors.ts';
import {
  crossWays,
  type EngineUnderTest,
  openEngine,
  openEngines,
  toWays,
} from './engine-storage.ts';
import {
  artifactEvent,
  createLeased,
  getTask,
  LONG_CLAIM,
  need,
  PAST_SHORT,
  pieceEvent,
  range,
  readLog,
  readStates,
  SHORT_CLAIM,
  statusEvent,
  textArtifact,
  textPart,
  toTexts,
} from './samples.ts';

const TERMINAL: readonly TaskStateName[] = ['completed', 'failed', 'canceled', 'rejected'];

const INTERRUPTED: readonly TaskStateName[] = ['input-required', 'auth-required'];

/**
 * Declares the tests of an engine's `append`: the order of events, fencing by epoch, and the end of
 * a lease.
 */
export function describeAppend(subject: EngineUnderTest): void {
  describe('append()', () => {
    test.for(toWays(subject))(
      'numbers events without gaps, in order, and returns the last number',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        const events = [statusEvent('working'), pieceEvent('a', 'x'), pieceEvent('a', 'y')];
        expect(await engine.append(lease, events)).toBe(4);
        expect(await other.append(lease, [pieceEvent('a', 'z')])).toBe(5);
        const log = await readLog(engine, lease);
        expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
        expect(log.slice(1).map(({ event }) => event)).toEqual([...events, pieceEvent('a', 'z')]);
        expect(await getTask(other, lease)).toMatchObject({ seq: 5, state: 'working' });
      },
    );

    test.for(toWays(subject))(
      'keeps every event of parallel appends together and numbers them once',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        const last = await Promise.all(
          range(20).map((index) =>
            (index % 2 === 0 ? engine : other).append(lease, [
              pieceEvent('a', `${index} first`),
              pieceEvent('a', `${index} second`),
            ]),
          ),
        );
        expect(last.toSorted((a, b) => a - b)).toEqual(range(20).map((index) => 3 + index * 2));
        const log = await readLog(engine, lease);
        expect(log.map(({ seq }) => seq)).toEqual(range(41).map((index) => index + 1));
        for (const [index, seq] of last.entries()) {
          const pair = log.slice(seq - 2, seq).map(({ event }) => event);
          const texts = [`${index} first`, `${index} second`];
          expect(pair).toEqual(texts.map((text) => pieceEvent('a', text)));
        }
      },
    );

    test.for(toWays(subject))('never stamps an event earlier than the one before', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine);
      await engine.append(lease, [pieceEvent('a', 'x')]);
      await advance(5);
      await other.append(lease, [pieceEvent('a', 'y')]);
      const stamps = (await readLog(engine, lease)).map(({ timestamp }) => timestamp);
      expect(stamps).toEqual(stamps.toSorted());
      expect(stamps.at(-1)).not.toBe(stamps[0]);
    });

    test('without events writes nothing and returns the last number', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      expect(await engine.append(lease, [])).toBe(1);
      expect(await readLog(engine, lease)).toHaveLength(1);
      await engine.append(lease, [statusEvent('completed')]);
      await expect(engine.append(lease, [])).rejects.toBeInstanceOf(LeaseLostError);
    });

    test('still takes the newest lease after it ran out', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      await advance(PAST_SHORT);
      expect(await engine.append(lease, [statusEvent('working')])).toBe(2);
    });

    test.for(toWays(subject))(
      'refuses a lease once a newer one exists, and writes nothing',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const stale = await createLeased(engine, {}, SHORT_CLAIM);
        await advance(PAST_SHORT);
        const newer = need((await other.claim(LONG_CLAIM, 1))[0]);
        const writing = engine.append(stale, [pieceEvent('a', 'x'), statusEvent('completed')]);
        await expect(writing).rejects.toMatchObject({
          name: 'LeaseLostError',
          code: 'LEASE_LOST',
          taskId: stale.taskId,
          epoch: 1,
        });
        expect(await getTask(engine, stale)).toMatchObject({ seq: 1, artifacts: [] });
        expect(await other.append(newer, [statusEvent('completed')])).toBe(2);
      },
    );

    test('refuses a lease from the future and one of a task that does not exist', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      const forged = [
        { ...lease, epoch: 2 },
        { ...lease, epoch: 0 },
        { ...lease, taskId: crypto.randomUUID() },
      ];
      await Promise.all(
        forged.map(async (wrong) => {
          const writing = engine.append(wrong, [statusEvent('completed')]);
          await expect(writing).rejects.toBeInstanceOf(LeaseLostError);
        }),
      );
      expect(await readLog(engine, lease)).toHaveLength(1);
    });

    test.each(crossWays(subject, TERMINAL))('writes nothing after %s', async (state, way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      await engine.append(lease, [statusEvent('working'), statusEvent(state, 'the end')]);
      const writing = other.append(lease, [pieceEvent('a', 'late')]);
      await expect(writing).rejects.toBeInstanceOf(LeaseLostError);
      expect(await engine.renew([lease], 1000)).toEqual({ lost: [lease.taskId], cancel: [] });
      await advance(PAST_SHORT);
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
      expect(await readStates(engine, lease)).toEqual(['submitted', 'working', state]);
    });

    test.each(INTERRUPTED)(
      'ends the lease with %s, after which nobody can claim',
      async (state) => {
        const { engine, advance } = await openEngine(subject);
        const lease = await createLeased(engine, {}, SHORT_CLAIM);
        expect(await engine.append(lease, [statusEvent(state, 'Which one?')])).toBe(2);
        const writing = engine.append(lease, [pieceEvent('a', 'late')]);
        await expect(writing).rejects.toBeInstanceOf(LeaseLostError);
        expect(await engine.renew([lease], 1000)).toEqual({ lost: [lease.taskId], cancel: [] });
        await advance(PAST_SHORT);
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        expect(await getTask(engine, lease)).toMatchObject({ seq: 2, state });
      },
    );

    const misplaced: readonly (readonly NewTaskEvent[])[] = [...TERMINAL, ...INTERRUPTED].map(
      (state) => [statusEvent('working'), statusEvent(state), pieceEvent('a', 'late')],
    );
    test.each([...misplaced, [statusEvent('completed'), statusEvent('failed')]])(
      'rejects all events when one follows the end of the lease: %#',
      async (...events) => {
        const { engine } = await openEngine(subject);
        const lease = await createLeased(engine);
        await expect(engine.append(lease, events)).rejects.toBeInstanceOf(TypeError);
        expect(await getTask(engine, lease)).toMatchObject({ seq: 1, artifacts: [] });
        expect(await engine.append(lease, [statusEvent('completed')])).toBe(2);
      },
    );
  });
}

/**
 * Declares the tests of how artifact events of a task's log become the artifacts of its snapshot:
 * added, appended, replaced.
 */
export function describeArtifacts(subject: EngineUnderTest): void {
  describe('artifacts', () => {
    test('append true adds parts to the artifact of that id, also within one append', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(lease, [
        pieceEvent('a', '1'),
        pieceEvent('b', 'x'),
        pieceEvent('a', '2'),
      ]);
      await engine.append(lease, [pieceEvent('a', '3', '4')]);
      expect((await getTask(engine, lease)).artifacts).toEqual([
        textArtifact('a', '1', '2', '3', '4'),
        textArtifact('b', 'x'),
      ]);
    });

    test('append false replaces the artifact of that id, in its place', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(lease, [
        pieceEvent('a', '1'),
        pieceEvent('b', 'x'),
        pieceEvent('a', '2'),
      ]);
      const replacement = { ...textArtifact('a', 'new'), name: 'Verdict' };
      await engine.append(lease, [artifactEvent(replacement)]);
      const { artifacts } = await getTask(engine, lease);
      expect(artifacts).toEqual([replacement, textArtifact('b', 'x')]);
      await engine.append(lease, [pieceEvent('a', 'more')]);
      expect(toTexts((await getTask(engine, lease)).artifacts[0])).toEqual(['new', 'more']);
    });

    test('append true keeps name, description and metadata that the piece lacks', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      const start = {
        ...textArtifact('a', '1'),
        name: 'Verdict',
        description: 'Who wins',
        metadata: { kept: 1, changed: 1 },
        extensions: ['https://example.com/one'],
      };
      const piece = {
        ...textArtifact('a', '2'),
        description: 'Who won',
        metadata: { changed: 2, added: 2 },
        extensions: ['https://example.com/one', 'https://example.com/two'],
      };
      await engine.append(lease, [
        artifactEvent(start),
        { kind: 'artifact', artifact: piece, append: true, lastChunk: false },
        pieceEvent('a', '3'),
      ]);
      expect((await getTask(engine, lease)).artifacts).toEqual([
        {
          artifactId: 'a',
          name: 'Verdict',
          description: 'Who won',
          parts: ['1', '2', '3'].map(textPart),
          metadata: { kept: 1, changed: 2, added: 2 },
          extensions: ['https://example.com/one', 'https://example.com/two'],
        },
      ]);
    });

    test('lastChunk is kept in the log and does not change the artifact', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      const flags = [
        { append: false, lastChunk: false },
        { append: true, lastChunk: true },
      ];
      await engine.append(
        lease,
        flags.map((flag, index) => ({
          kind: 'artifact',
          artifact: textArtifact('a', `${index}`),
          ...flag,
        })),
      );
      const log = await readLog(engine, lease);
      expect(log.slice(1).map(({ event }) => event)).toMatchObject(flags);
      expect((await getTask(engine, lease)).artifacts).toEqual([textArtifact('a', '0', '1')]);
    });

    test('1,000 appends to one artifact give its 1,000 parts in order', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      const texts = range(1000).map((index) => `chunk ${index}`);
      for (const [index, text] of texts.entries()) {
        expect(await engine.append(lease, [pieceEvent('a', text)])).toBe(index + 2);
      }
      const task = await getTask(engine, lease);
      expect(task.seq).toBe(1001);
      expect(task.artifacts.map(toTexts)).toEqual([texts]);
    });
  });
}

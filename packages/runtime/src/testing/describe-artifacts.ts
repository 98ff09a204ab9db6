import { describe, expect, test } from 'vitest';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import {
  artifactEvent,
  createLeased,
  getTask,
  pieceEvent,
  range,
  readLog,
  textArtifact,
  textPart,
  toTexts,
} from './samples.ts';

/** Tests of how artifact events make the artifacts of a task. */
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

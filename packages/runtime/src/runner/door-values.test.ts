import { type ArtifactUpdate, RejectedError, type TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import type { Scope } from '../scope.ts';
import { startRunner } from '../testing/start-runner.ts';

// What one door of an agent would change, a handler can send through none. What stays in the
// storage is kept.

const NUMBER = /\/id.*must be a text, or at most 15 significant digits/su;
const WHOLE = /must be text without half a surrogate pair/u;
const half = '\uD83D';

test.each<readonly [name: string, handle: (task: TaskContext) => unknown, expected: RegExp]>([
  ['artifact', (task) => task.artifact({ id: 'a', data: { id: 2 ** 60 } }), NUMBER],
  ['checked', (task) => task.artifact({ id: 'a', schema: 'item', data: { id: 2 ** 53 } }), NUMBER],
  ['id', (task) => task.artifact({ id: half, text: 'b' }), WHOLE],
  ['key', (task) => task.artifact({ id: 'a', data: { [half]: 1 } }), WHOLE],
  ['about', (task) => task.ask('Sure?', { to: 'role:boss', about: { id: -(2 ** 63) } }), NUMBER],
  ['authorization', (task) => task.authorize('Sign in', { details: { id: 2 ** 53 } }), NUMBER],
])('%s: refused, and says what has to be there', async (_name, handle, expected) => {
  let thrown: unknown;
  const { send, stateOf } = startRunner({
    skill: {
      async run(task) {
        try {
          await handle(task);
        } catch (error) {
          thrown = error;
        }
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed|input-required|auth-required/u);
  expect(`${String(thrown)} ${JSON.stringify(thrown)}`).toMatch(expected);
});

test('steps keep what doors would change, and floats of few digits or beyond 64 bits pass', async () => {
  let kept: unknown;
  const { send, stateOf } = startRunner({
    skill: {
      async run(task) {
        kept = await task.step('pay', () => ({ id: 2 ** 60, text: half }));
        await task.artifact({ id: 'a', data: { n: [1e16, 1e18, 1e21, 1.7e308, 2 ** 53 - 1] } });
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  expect(await stateOf(id)).toBe('completed');
  expect(kept).toEqual({ id: 2 ** 60, text: half });
});

test('a character that is cut between two pieces arrives whole', async () => {
  const { engine, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        const text = 'a\u{1F600}b\u{1F600}';
        for (const piece of text.split('')) {
          await task.artifact({ id: 'a', text: piece, append: true });
        }
        await task.progress(`Half: ${half}`);
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  expect(await stateOf(id)).toBe('completed');
  const task = await engine.get('' as Scope, id);
  const texts = task?.artifacts[0]?.parts.map(({ content }) => content?.value);
  expect(texts?.join('')).toBe('a\u{1F600}b\u{1F600}');
  expect(texts?.every((piece) => typeof piece === 'string' && !/\p{Surrogate}/u.test(piece))).toBe(
    true,
  );
});

const CUT = 'A text is cut within a character';

test('words for people get U+FFFD in place of half a character, with one warning for each run', async () => {
  const { engine, logged, logEntries, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        await task.progress(`Now ${half}`, 0.5);
        await task.artifact({
          id: 'a',
          name: `Name ${half}`,
          description: half,
          text: `${half}b\uDE00`,
          files: [{ name: `${half}.txt`, content: new Uint8Array(1) }],
        });
        task.conclude(`Done ${half}`);
        return `cut ${half}`;
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  expect(await stateOf(id)).toBe('completed');
  const task = await engine.get('' as Scope, id);
  const [first, result] = task?.artifacts ?? [];
  expect(first).toMatchObject({ name: 'Name \uFFFD', description: '\uFFFD' });
  expect(first?.parts.map(({ content, filename }) => [content?.$case, filename])).toEqual([
    ['text', ''],
    ['raw', '\uFFFD.txt'],
  ]);
  expect(first?.parts[0]?.content?.value).toBe('\uFFFDb\uFFFD');
  expect(result?.parts[0]?.content?.value).toBe('cut \uFFFD');
  expect(task?.statusMessage?.parts[0]?.content?.value).toBe('Done \uFFFD');
  expect(logged.filter((text) => text.startsWith(CUT))).toHaveLength(1);
  expect(logEntries.find(([text]) => text.startsWith(CUT))?.[1]).toEqual({
    taskId: id,
    skillId: 'skill',
    place: 'the progress, at 4',
  });
});

test('a whole text that ends within a character is one part, which is there at once', async () => {
  const { engine, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        await task.artifact({ id: 'a', text: `cut ${half}` });
        await task.ask('Go on?');
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/input-required|failed/u);
  const task = await engine.get('' as Scope, id);
  expect(task?.artifacts[0]?.parts.map(({ content }) => content?.value)).toEqual(['cut \uFFFD']);
});

test('updates and files may be objects of classes, also with a text that is cut', async () => {
  class Scan {
    get name(): string {
      return 'scan.txt';
    }
    get content(): Uint8Array {
      return new Uint8Array(1);
    }
  }
  class CutScan extends Scan {
    override get name(): string {
      return `${half}.txt`;
    }
  }
  class Piece {
    readonly #id: string;
    constructor(id: string) {
      this.#id = id;
    }
    get id(): string {
      return this.#id;
    }
    get text(): string {
      return `cut ${half}`;
    }
    get data(): unknown {
      return { pages: 1 };
    }
  }
  const { engine, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        await task.artifact({ id: 'a', files: [new Scan(), new CutScan()] });
        await task.artifact(new Piece('b'));
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  const task = await engine.get('' as Scope, id);
  const parts = task?.artifacts.map((artifact) =>
    artifact.parts.map(({ content, filename }) => [content?.$case, filename]),
  );
  expect(parts?.slice(0, 2)).toEqual([
    [
      ['raw', 'scan.txt'],
      ['raw', '\uFFFD.txt'],
    ],
    [
      ['text', ''],
      ['data', ''],
    ],
  ]);
});

test.each<readonly [place: string, value: string, handle: (task: TaskContext) => unknown]>([
  ['the question, at 5', 'Sure \uFFFD?', (task) => task.ask(`Sure ${half}?`)],
  [
    'the question, at 0',
    '\uFFFD',
    (task) => task.authorize(half, { url: 'https://sign-in.example/' }),
  ],
  [
    'the words of the error, at 3',
    'No \uFFFD',
    () => {
      throw new RejectedError(`No ${half}`);
    },
  ],
])('%s: U+FFFD and a warning', async (place, value, handle) => {
  const { logEntries, send, stateOf, textOf } = startRunner({ skill: { run: handle } });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/rejected|input-required|auth-required/u);
  expect(await textOf(id)).toMatch(new RegExp(`^${value.replace('?', '[?]')}`, 'u'));
  expect(
    logEntries.map(([text, fields]) => [text.slice(0, CUT.length), fields?.['place']]),
  ).toContainEqual([CUT, place]);
});

test.each<
  readonly [end: string, texts: readonly string[], pieces: readonly Partial<ArtifactUpdate>[]]
>([
  ['the handler ends', ['b', '\uFFFD'], [{ text: `b${half}`, append: true }]],
  ['the last piece ends with it', ['b\uFFFD'], [{ text: `b${half}`, append: true, last: true }]],
  [
    'data follow',
    ['b', '\uFFFD', '{"n":1}'],
    [
      { text: `b${half}`, append: true },
      { data: { n: 1 }, append: true },
    ],
  ],
  ['another text takes its place', ['c'], [{ text: `b${half}` }, { text: 'c' }]],
  ['data take its place', ['{"n":1}'], [{ text: `b${half}` }, { data: { n: 1 } }]],
])('a half that waits becomes U+FFFD or goes when %s', async (_end, texts, pieces) => {
  const { engine, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        for (const piece of pieces) await task.artifact({ id: 'a', ...piece });
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  expect(await stateOf(id)).toBe('completed');
  const task = await engine.get('' as Scope, id);
  const values = task?.artifacts.find(({ artifactId }) => artifactId === 'a')?.parts;
  expect(
    values?.map(({ content }) =>
      content?.$case === 'text' ? content.value : JSON.stringify(content?.value),
    ),
  ).toEqual(texts);
});

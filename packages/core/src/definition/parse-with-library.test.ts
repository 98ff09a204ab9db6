import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineSkill } from './define-skill.ts';
import { parseWithLibrary } from './parse-with-library.ts';

/**
 * Makes a rule for a schema that looks up a user, and the list of users that it was asked about.
 */
function createLookup(): { asked: string[]; lookup: (user: string) => Promise<boolean> } {
  const asked: string[] = [];
  const lookup = async (user: string): Promise<boolean> => {
    asked.push(user);
    await Promise.resolve();
    if (user === 'known') return true;
    if (user === 'unknown') return false;
    throw new Error('database is down');
  };
  return { asked, lookup };
}

/**
 * Lists the promises that reject without a handler while `act` runs; one of them would end a
 * process.
 */
async function listUnhandled(act: () => unknown): Promise<readonly unknown[]> {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  await act();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  return rejections;
}

const LIBRARIES = {
  zod: (rule: (user: string) => Promise<boolean>) =>
    z.object({ user: z.string().refine(rule, 'who?') }),
  valibot: (rule: (user: string) => Promise<boolean>) => {
    const user = v.pipeAsync(v.string(), v.checkAsync(rule, 'who?'));
    const shape = toStandardJsonSchema(v.object({ user: v.string() }))['~standard'];
    const { validate } = v.objectAsync({ user })['~standard'];
    return { '~standard': { ...shape, validate } };
  },
};

test.each(Object.entries(LIBRARIES))(
  'parseWithLibrary() runs an asynchronous rule of %s once, and tells what it throws',
  async (_name, create) => {
    const { asked, lookup } = createLookup();
    const library = create(lookup);
    expect(await parseWithLibrary({ library }, { user: 'known' })).toEqual({
      kind: 'parsed',
      value: { user: 'known' },
    });
    expect(await parseWithLibrary({ library }, { user: 'unknown' })).toMatchObject({
      kind: 'problems',
      problems: [{ pointer: '/user', expected: 'who?' }],
    });
    const unhandled = await listUnhandled(() =>
      expect(parseWithLibrary({ library }, { user: 'boom' })).rejects.toThrow('database is down'),
    );
    expect(unhandled).toEqual([]);
    expect(asked).toEqual(['known', 'unknown', 'boom']);
  },
);

test.each(Object.entries(LIBRARIES))(
  'defineSkill() tries an asynchronous rule of %s on one sample, whatever comes of it',
  async (_name, create) => {
    const { asked, lookup } = createLookup();
    const texts = { id: 'a', name: 'A', description: 'a', tags: [] };
    const input = { a: create(lookup) };
    const examples = [{ user: 'known' }, { user: 'boom' }];
    const unhandled = await listUnhandled(() => {
      const { issues } = defineSkill({ ...texts, input, examples, run: () => 'x' });
      expect(issues).toEqual([]);
    });
    expect(unhandled).toEqual([]);
    expect(asked).toHaveLength(1);
  },
);

const WITH_PATTERN = {
  zod: (pattern: RegExp) => z.object({ text: z.string().regex(pattern) }),
  arktype: (pattern: RegExp) => type({ text: pattern }),
  valibot: (pattern: RegExp) =>
    toStandardJsonSchema(v.object({ text: v.pipe(v.string(), v.regex(pattern)) })),
};

describe.each(Object.entries(WITH_PATTERN))('with a pattern of %s', (_name, create) => {
  test.each([
    [String.raw`\d+\.\d+`, `${'1'.repeat(3000)} 1.5`, `${'1'.repeat(300)} 1.5`],
    ['^(?:(?:a+)+b|a+)$', 'a'.repeat(22), 'a'.repeat(10)],
  ])(
    'parseWithLibrary() does not run %s if the text takes too long',
    async (pattern, long, short) => {
      const library = create(new RegExp(pattern));
      const message = `must be a value that can be checked in time but the pattern ${pattern} took too long`;
      expect(await parseWithLibrary({ library }, { text: long })).toMatchObject({
        kind: 'problems',
        problems: [{ pointer: '/text', keyword: 'timeout', message }],
      });
      const value = { text: short };
      const parsed = await parseWithLibrary({ library }, value);
      expect(parsed).toEqual({ kind: 'parsed', value });
    },
  );
});

test('defineSkill() does not try a library with an example that takes too long', () => {
  const seen: string[] = [];
  const text = z.string().regex(/^(?:(?:a+)+b|a+)$/u);
  const input = { a: z.object({ text: text.refine((given) => seen.push(given) > 0) }) };
  const examples = [{ text: 'aaa' }, { text: 'a'.repeat(22) }];
  const texts = { id: 'a', name: 'A', description: 'a', tags: [] };
  defineSkill({ ...texts, input, examples, run: () => 'x' });
  expect(seen).toContain('aaa');
  expect(seen).not.toContain('a'.repeat(22));
});

test('parseWithLibrary() counts the patterns of alternatives that the library tries in vain', async () => {
  const slow = z.object({ kind: z.literal('a'), text: z.string().regex(/\d+\.\d+/u) });
  const library = z.union([slow, z.object({ kind: z.literal('b'), text: z.string() })]);
  const value = { kind: 'b', text: '1'.repeat(3000) };
  expect(await parseWithLibrary({ library }, value)).toMatchObject({
    kind: 'problems',
    problems: [{ keyword: 'timeout' }],
  });
});

test('parseWithLibrary() counts the patterns that run before a transformation', async () => {
  const text = z.string().regex(/\d+\.\d+/u);
  const number = z.codec(text, z.number(), { decode: Number, encode: String });
  expect(await parseWithLibrary({ library: number }, `${'1'.repeat(3000)} 1.5`)).toMatchObject({
    kind: 'problems',
    problems: [{ keyword: 'timeout' }],
  });
});

test('parseWithLibrary() counts patterns with the flags of the library', async () => {
  const library = z.object({ text: z.string().regex(/^(?:a|A)+!?$/i) });
  expect(await parseWithLibrary({ library }, { text: `${'a'.repeat(22)}?` })).toMatchObject({
    kind: 'problems',
    problems: [{ keyword: 'timeout' }],
  });
});

test('parseWithLibrary() counts patterns that are none with the flag u', async () => {
  const pattern = new RegExp(String.raw`^\-(?:a|a)+!?$`);
  const library = z.object({ text: z.string().regex(pattern) });
  expect(await parseWithLibrary({ library }, { text: `-${'a'.repeat(22)}?` })).toMatchObject({
    kind: 'problems',
    problems: [{ keyword: 'timeout' }],
  });
  const value = { text: '-aa!' };
  expect(await parseWithLibrary({ library }, value)).toEqual({ kind: 'parsed', value });
});

test('parseWithLibrary() takes texts of any length if a pattern is fast', async () => {
  const library = z.object({ data: z.base64(), mail: z.email() });
  const value = { data: 'A'.repeat(4_000_000), mail: `${'a'.repeat(100_000)}@example.com` };
  expect(await parseWithLibrary({ library }, value)).toEqual({ kind: 'parsed', value });
});

test('parseWithLibrary() tells what a transformation throws', async () => {
  const library = z.object({ json: z.string().transform((text) => JSON.parse(text) as unknown) });
  await expect(parseWithLibrary({ library }, { json: '{' })).rejects.toThrow(SyntaxError);
});

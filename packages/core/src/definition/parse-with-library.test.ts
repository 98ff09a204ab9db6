import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
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

test('parseWithLibrary() tells what a transformation throws', async () => {
  const library = z.object({ json: z.string().transform((text) => JSON.parse(text) as unknown) });
  await expect(parseWithLibrary({ library }, { json: '{' })).rejects.toThrow(SyntaxError);
});

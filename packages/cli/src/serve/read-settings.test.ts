import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

test.each([
  [{}, {}, undefined],
  [{}, { FORMWORK_FORMS: 'false' }, false],
  [{ forms: true }, { FORMWORK_FORMS: 'false' }, true],
  [{ forms: false }, { FORMWORK_FORMS: 'true' }, false],
])('forms of the flags %j and the environment %j are %j', async (flags, env, expected) => {
  expect((await readSettings({ flags, env })).forms).toBe(expected);
});

test('forms are there or not', async () => {
  await expect(readSettings({ flags: {}, env: { FORMWORK_FORMS: 'maybe' } })).rejects.toThrow(
    'Cannot serve as FORMWORK_FORMS must be true or false: current value is "maybe"',
  );
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
    'Cannot serve because FORMWORK_FORMS must be true or false: current value is "maybe"',
  );
});

test('a variable that is set and not read is refused', async () => {
  const env = { FORMWORK_APIKEY: 'secret' };
  await expect(readSettings({ flags: {}, env })).rejects.toThrow(
    'current variable is FORMWORK_APIKEY, did you mean FORMWORK_API_KEY?',
  );
});

const ENV = { FORMWORK_PUBLIC_URL: 'https://env.example', FORMWORK_PUSH: 'false' };

test.each([
  [{}, {}, { publicUrl: 'https://file.example', push: true }],
  [{}, ENV, { publicUrl: 'https://env.example', push: false }],
  [{ publicUrl: 'https://flag.example', push: true }, ENV, undefined],
])(
  'flags %j count before the environment %j, and that before the file',
  async (flags, env, own) => {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const config = join(folder, 'config.json');
    writeFileSync(config, '{ "port": 0, "publicUrl": "https://file.example", "push": true }');
    expect(await readSettings({ flags: { ...flags, config }, env })).toEqual({
      port: 0,
      ...(own ?? flags),
    });
  },
);

test.each(['FORMWORK_API_KEY', 'FORMWORK_LINK_SECRET'])(
  '%s with blanks at its ends, which no request could match, is refused',
  async (name) => {
    for (const value of ['the-secret\n', ' the-secret', '\tthe-secret', ' ']) {
      const reading = readSettings({ flags: {}, env: { [name]: value } });
      await expect(reading).rejects.toThrow(`Cannot serve because ${name} must have no blanks`);
      await expect(reading).rejects.not.toThrow('the-secret');
    }
    await readSettings({ flags: {}, env: { [name]: 'the secret' } });
  },
);

test('the key of the environment admits its owner, beside the keys of the config file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'config.json');
  writeFileSync(config, '{ "apiKeys": { "other": "ada" } }');
  const env = { FORMWORK_API_KEY: 'secret' };
  // Who is alone operates the agent.
  const alone = { secret: { id: 'owner', scopes: ['operate'] } };
  expect((await readSettings({ flags: {}, env })).apiKeys).toEqual(alone);
  const flags = { issuer: 'https://sign-in.example' };
  expect((await readSettings({ flags, env })).apiKeys).toEqual({ secret: 'owner' });
  writeFileSync(join(folder, 'blank.json'), '{ "apiKeys": { "other ": "ada" } }');
  await expect(
    readSettings({ flags: { config: join(folder, 'blank.json') }, env: {} }),
  ).rejects.toThrow('"apiKeys" of the config file must have no blanks');
  const both = await readSettings({ flags: { config }, env });
  expect(both.apiKeys).toEqual({ secret: 'owner', other: 'ada' });
  expect((await readSettings({ flags: {}, env: { FORMWORK_API_KEY: '' } })).apiKeys).toBe(
    undefined,
  );
});

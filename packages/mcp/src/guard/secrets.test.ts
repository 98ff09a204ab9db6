import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

test.each([
  ['a Bearer secret-token here', 'a [hidden] here'],
  ['only secret-token', 'only [hidden]'],
  ['secret-token-and-more', '[hidden]-and-more'],
  ['cut within secret-to…', 'cut within [hidden]…'],
  ['cut at the end secret-t', 'cut at the end [hidden]'],
  ['a secret is fine, and so is secretary', 'a secret is fine, and so is secretary'],
  ['Bearer of news', 'Bearer of news'],
])('hides what is secret in %s', (text, shown) => {
  const secrets = new Secrets();
  secrets.watch({ authorization: 'Bearer secret-token', 'x-short': 'a', 'x-mode': 'news' });
  expect(secrets.hide(text)).toBe(shown);
});

test('knows the password of Basic, and values as JSON and in URLs', () => {
  const secrets = new Secrets();
  const pair = Buffer.from('ada:pass word"1').toString('base64');
  secrets.watch(new Headers({ authorization: `Basic ${pair}` }));
  expect(secrets.hide(`${pair} and pass word"1`)).toBe('[hidden] and [hidden]');
  expect(secrets.hide(JSON.stringify({ said: 'ada:pass word"1' }))).toBe('{"said":"[hidden]"}');
  expect(secrets.hide('https://a.example/?p=pass%20word%221')).toBe(
    'https://a.example/?p=[hidden]',
  );
  expect(secrets.hideBytes(Buffer.from(`\u00ff${pair}`)).toString()).toBe('\u00ff[hidden]');
});

test('hides letters beyond ASCII in bytes, whose UTF-8 they are', () => {
  const secrets = new Secrets();
  const pair = Buffer.from('ada:pässwörter').toString('base64');
  secrets.watch({ authorization: `Basic ${pair}` });
  const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from('ä pässwörter ö')]);
  const hidden = Buffer.concat([Buffer.from([0xff]), Buffer.from('ä [hidden] ö')]);
  expect(secrets.hideBytes(bytes)).toEqual(hidden);
});

test('remembers what a function gave, all that it ever gave', async () => {
  const secrets = new Secrets();
  expect(secrets.isNeeded()).toBe(false);
  let round = 0;
  const headers = secrets.watch(() => ({ authorization: `token-number-${(round += 1)}` }));
  if (typeof headers !== 'function') throw new Error('no function');
  await headers({ refused: false });
  await headers({ refused: true });
  expect(secrets.hide('token-number-1, token-number-2, token-number-3')).toBe(
    '[hidden], [hidden], token-number-3',
  );
});

test('forgets what a function gave long ago, because a server gives another one with each call', async () => {
  const secrets = new Secrets();
  secrets.watch({ authorization: 'Bearer secret-of-ours' });
  const otherHeaders = secrets.watch(() => ({ authorization: 'other-token' }));
  let round = 0;
  const headers = secrets.watch(() => ({ authorization: `token-number-${(round += 1)};` }));
  if (typeof headers !== 'function' || typeof otherHeaders !== 'function')
    throw new Error('no function');
  await otherHeaders({ refused: false });
  for (let count = 0; count < 1_000; count += 1) await headers({ refused: false });
  expect(
    secrets.hide('token-number-1; token-number-950; token-number-951; token-number-1000;'),
  ).toBe('token-number-1; token-number-950; [hidden] [hidden]');
  expect(secrets.hide('secret-of-ours, other-token')).toBe('[hidden], [hidden]');
});

test('the time to hide secrets that were cut grows as the text does', () => {
  const secrets = new Secrets();
  secrets.watch({ authorization: 'Bearer secret-token' });
  const part = 'secret-t…'.repeat(600);
  const hidden = '[hidden]…'.repeat(600);
  const measure = (work: () => unknown): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const parts = Array.from({ length: 32 }, () => part);
  expect(parts.map((text) => secrets.hide(text))).toEqual(parts.map(() => hidden));
  const partsMs = measure(() => parts.map((text) => secrets.hide(text)));
  let whole = '';
  const wholeMs = measure(() => (whole = secrets.hide(parts.join(''))));
  expect(whole).toBe(hidden.repeat(32));
  expect(wholeMs).toBeLessThan(10 * partsMs);
});

import { connect } from '@formwork/client';
import { checkConformance } from '@formwork/conformance';
import { createMcpAgent } from '@formwork/mcp';
import { createPostgresEngine } from '@formwork/postgres';
import { createPgBossDispatcher } from '@formwork/postgres/pg-boss';
import { createBullMqDispatcher } from '@formwork/runtime/bullmq';
import { findQueueLog } from '@formwork/runtime/internal';
import { describeStore } from '@formwork/runtime/store';
import { createS3BlobStore } from '@formwork/s3';
import {
  hasSplitPassword,
  hideAddresses,
  quoteAddress,
  toShownAddress,
} from '@formwork/schema/internal';
import { checkOptions } from '@formwork/schema/options';
import { fetchAgentCard } from '@formwork/typegen';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** Every part of a secret that is as long is one, too. */
const TELLING = 4;

const secret = fc
  .string({
    minLength: 8,
    maxLength: 24,
    unit: fc.constantFrom(...'AbCd12@:/?#%\\+=&;,[]!~ '.split('')),
  })
  // What is left of a secret that ends in a name would look like a host.
  .map((text) => `Zq9${text}Xw7`);

const parts = fc.record({
  scheme: fc.constantFrom(
    '',
    'redis://',
    'rediss://',
    'postgres://',
    'https://',
    'redis+unix://',
    's3://',
  ),
  user: fc.constantFrom('', 'ada', 'a.b%40c'),
  password: secret,
  isEscaped: fc.boolean(),
  host: fc.constantFrom(
    'queue',
    'queue:6379',
    'db.internal:5432',
    '[fe80::7]:6379',
    '10.0.0.1,10.0.0.2:5433',
    '%2Fvar%2Frun',
    '',
  ),
  path: fc.constantFrom('', '/', '/2', '/var/run/redis.sock', '/jobs/x'),
  query: fc.constantFrom('', '?password=', '?token=', '#key=', ';jwt='),
});

type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

function writeAddress({ scheme, user, password, isEscaped, host, path, query }: Parts): string {
  const written = isEscaped ? encodeURIComponent(password) : password;
  return `${scheme}${user}:${written}@${host}${path}${query === '' ? '' : `${query}${written}`}`;
}

test('nothing of a password or key is shown, wherever and however it stands in an address', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const address = writeAddress(given);
      const message = new TypeError(`connect to ${address} failed`).message;
      const texts = [toShownAddress(address) ?? '', quoteAddress(address)];
      // A text ends at a space, which a password in a message may only have escaped.
      if (given.isEscaped || !given.password.includes(' ')) texts.push(hideAddresses(message));
      // What everybody may read can be as a part of the secret is, such as "//2 ".
      const open = `${given.scheme}${given.host}${given.path}`;
      const shown = texts.join('\n').replaceAll(open === '' ? '\n' : open, '\0');
      for (const hidden of [given.password, encodeURIComponent(given.password)]) {
        for (let at = 0; at + TELLING <= hidden.length; at += 1) {
          if (shown.includes(hidden.slice(at, at + TELLING))) return false;
        }
      }
      return true;
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['rediss://me:secret@queue:6380/2?password=secret', 'rediss://queue:6380/2'],
  ['u:pw@h:6379', 'h:6379'],
  ['redis:u:pw@h:6379', 'h:6379'],
  ['queue:6379', 'queue:6379'],
  ['postgres://a:secret@[::1]/jobs', 'postgres://[::1]/jobs'],
  ['postgres://a:p%40w@h1:5432,h2:5433/jobs', 'postgres://h1:5432,h2:5433/jobs'],
  ['postgres:///jobs?host=/var/run', 'postgres:///jobs'],
  ['postgres://a:p@w@h/jobs', 'postgres://h/jobs'],
  ['/var/run/redis.sock', '/var/run/redis.sock'],
  ['unix:///var/run/redis.sock', 'unix:///var/run/redis.sock'],
  ['https://hooks.example.com/in;jsessionid=1?key=2#3', 'https://hooks.example.com/in'],
  ['postgres://a:p/w@h/jobs', undefined],
  ['redis://:tok/en==@h', undefined],
  ['host=h password=secret', undefined],
  ['h:6379,password=secret', undefined],
  ['secret', undefined],
  ['', undefined],
])('of %j %j is shown', (address, shown) => {
  expect(toShownAddress(address)).toBe(shown);
});

const BUCKET = {
  bucket: 'b',
  region: 'r',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};

const WRONG = [
  'u:Zq9Xw7@h:6379',
  'x://u:Zq9/Xw7@h/db',
  'x://h/?token=Zq9Xw7',
  'password=Zq9Xw7 host=h',
];

test.each([
  ['BullMQ', (url: string) => createBullMqDispatcher({ url })],
  ['pg-boss', (url: string) => createPgBossDispatcher({ url })],
  ['PostgreSQL', (url: string) => createPostgresEngine({ url })],
  ['a store', (url: string) => describeStore(url.replace('x://', 'postgres://'))],
  ['an agent', (url: string) => connect(url)],
  ['an agent to check', (url: string) => checkConformance(url)],
  ['a card', (url: string) => fetchAgentCard(url)],
  ['a bucket', (endpoint: string) => createS3BlobStore({ ...BUCKET, endpoint })],
  ['an MCP server', (url: string) => createMcpAgent({ url })],
])('%s that is named wrongly shows no password', async (_what, open) => {
  for (const url of WRONG) {
    const run = async (): Promise<unknown> => open(url);
    const said = await run().catch(String);
    expect(String(said)).not.toMatch(/Zq9|Xw7/u);
  }
});

/** Passwords that a driver splits: what is before looks like a port, or is behind a user. */
const splitPassword = fc
  .tuple(
    fc.constantFrom('', '12', 'top@12'),
    fc.constantFrom('/', '?', '#', '?user=', '/?a&'),
    secret,
    fc.constantFrom('', '=', '?a=', '#&='),
  )
  .map((all) => all.join(''));

test.each([
  ['BullMQ', 'redis', (url: string) => createBullMqDispatcher({ url })],
  ['pg-boss', 'postgres', (url: string) => createPgBossDispatcher({ url })],
  ['PostgreSQL', 'postgres', (url: string) => createPostgresEngine({ url })],
  ['a store', 'postgresql', (url: string) => describeStore(url)],
])(
  '%s refuses a password with an end of a host, and shows nothing of it',
  (_what, scheme, open) => {
    const escaped = `${scheme}://a%40b:12%2F3%403@h:6379/2?user=a%40b`;
    expect(hasSplitPassword(escaped)).toBe(false);
    fc.assert(
      fc.property(
        fc.constantFrom('u:', ':', 'u/', 'u?a:'),
        splitPassword,
        fc.constantFrom('h', 'h:5432/db', 'h/db?user=a', ''),
        (user, password, rest) => {
          expect(() => open(`${scheme}://${user}${password}@${rest}`)).toThrow(
            /^Cannot (?!.*(?:Zq9|Xw7|top)).*and @ behind the host, written as %2F %3F %23 and %40: current value is (?:not shown|"\w+:\/\/\.\.\.")/u,
          );
        },
      ),
    );
  },
);

test('an error of a driver is logged without the password in it', () => {
  const logged: unknown[] = [];
  const log = (...entry: readonly unknown[]): void => void logged.push(entry);
  const queue = findQueueLog({}, { info: log, warn: log, error: log });
  queue.fail(new Error('connect redis://u:Zq9Xw7@h:6379 refused'));
  queue.report(new Error('u:Zq9Xw7@h:6379 is read-only'));
  expect(JSON.stringify(logged)).toContain('connect redis://h:6379 refused');
  expect(JSON.stringify(logged)).toMatch(/h:6379 is read-only.* at .*file:\/\/\//u);
  expect(JSON.stringify(logged)).not.toContain('Zq9');
});

test('an option that is wrong shows no password, whichever option it is', () => {
  const expected = 'an address of something else';
  const rules = { place: { expected, isValid: () => false } };
  const show = (place: string): void => checkOptions({ place }, { subject: 'Cannot go', rules });
  for (const place of ['u:pw@h:6379', 'redis:/u:pw@h', 'https://u:pw@h/?key=pw', 'password=pw']) {
    expect(() => show(place)).toThrow(
      /^Cannot go because place must be .*: current value is (?!.*pw)/u,
    );
  }
  expect(() => show('a "word"')).toThrow(String.raw`current value is "a \"word\""`);
});

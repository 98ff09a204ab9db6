import { expect, test } from 'vitest';
import { describeStore, parseStore } from './store-location.ts';
import { StoreNameError } from './store-parameters.ts';

test.each([
  ['memory:', { kind: 'memory' }],
  ['data/tasks.sqlite', { kind: 'sqlite', file: 'data/tasks.sqlite' }],
  [String.raw`C:\data\tasks.sqlite`, { kind: 'sqlite', file: String.raw`C:\data\tasks.sqlite` }],
  ['sqlite:data/tasks.sqlite', { kind: 'sqlite', file: 'data/tasks.sqlite' }],
  ['sqlite:///data/tasks.sqlite', { kind: 'sqlite', file: '/data/tasks.sqlite' }],
  ['postgres://db/a', { kind: 'postgres', url: 'postgres://db/a', isPooled: false }],
  [
    'postgresql://ada:x@db:5432/a?sslmode=require&schema=clerk&pgbouncer=true',
    {
      kind: 'postgres',
      url: 'postgresql://ada:x@db:5432/a?sslmode=require',
      schema: 'clerk',
      isPooled: true,
    },
  ],
  [
    'postgres://ada@/a?host=/run/postgresql',
    { kind: 'postgres', url: 'postgres://ada@/a?host=/run/postgresql', isPooled: false },
  ],
  ['postgres:///a', { kind: 'postgres', url: 'postgres:///a', isPooled: false }],
])('%s names a store', (name, place) => {
  expect(parseStore(name)).toEqual(place);
});

test.each([
  'mysql://ada:secret@db/a',
  'redis://:secret@db',
  'file:secret',
  'memory:secret',
  '',
  ' ',
])('"%s" names none, and its password is not told', (name) => {
  expect(() => parseStore(name)).toThrow(StoreNameError);
  expect(() => parseStore(name)).toThrow(
    /^Cannot open the store because it must be a path, (?!.*secret)/u,
  );
});

test.each(['postgres://ada:secret@db:port/a', 'postgres://ada:se/cret@db/a'])(
  'an address that no client can read is refused without its password: %s',
  (name) => {
    expect(() => parseStore(name)).toThrow(StoreNameError);
    expect(() => parseStore(name)).toThrow(/^(?!.*(?:secret|cret@)).* must be postgres:\/\/USER/u);
  },
);

test.each([
  ['memory:', 'in memory: gone when the process ends'],
  ['sqlite:a.sqlite', 'a.sqlite'],
  ['postgres://ada:secret@db:1/a?schema=clerk', 'PostgreSQL at db:1/a, schema clerk'],
  ['postgres:///a', 'PostgreSQL at this machine/a'],
])('%s is described without a password', (name, text) => {
  expect(describeStore(name)).toBe(text);
});

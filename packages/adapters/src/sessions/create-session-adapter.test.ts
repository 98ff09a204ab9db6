import { expect, test } from 'vitest';
import { createSessionAdapter, type SessionAdapterOptions } from '../index.ts';

test.each(['/', '/v1', '/some/path-1.0/~x'])('the API can stand at %s', (path) => {
  expect(createSessionAdapter({ path })).toBeTypeOf('function');
});

test.each<[object, string]>([
  [{ path: 'v1' }, 'path must be a path such as "/v1", or "/": current value is "v1"'],
  [{ path: '/v1/' }, 'path must be a path'],
  [{ path: '/a/../b' }, 'path must be a path'],
  [{ path: '/:id' }, 'path must be a path'],
  [{ path: '' }, 'path must be a path'],
  [{ waitMs: -1 }, 'waitMs must be an integer from 0'],
  [{ base: '/v1' }, 'options must be of path, waitMs'],
])('createSessionAdapter(%j) is refused', (options, message) => {
  expect(() => createSessionAdapter(options as SessionAdapterOptions)).toThrow(
    `Cannot serve the session API because ${message}`,
  );
});

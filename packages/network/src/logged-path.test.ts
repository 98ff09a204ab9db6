import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { declareRoutes, toLoggedPath } from './logged-path.ts';
import { describeSender } from './request-guard.ts';

declareRoutes([
  '/a2a/rest/tasks/:id',
  '/a2a/rest/tasks/:id/pushNotificationConfigs/:id',
  '/a2a/rest/message:send',
  '/people/tasks.csv',
  '/people/answers',
  '/people/inbox/:task/answer',
]);

test.each([
  ['/', '/'],
  ['', '/'],
  ['/a2a', '/a2a'],
  ['/A2A/Rest/', '/a2a/rest'],
  ['//a2a//rest', '/a2a/rest'],
  ['/a2a/rest/message:send', '/a2a/rest/message:send'],
  ['/a2a/rest/tasks', '/a2a/rest/tasks'],
  ['/people/tasks.csv', '/people/tasks.csv'],
  ['/a2a/rest/tasks/7:cancel', '/a2a/rest/tasks/:id'],
  [
    '/a2a/rest/tasks/x/pushnotificationconfigs/y',
    '/a2a/rest/tasks/:id/pushNotificationConfigs/:id',
  ],
  ['/people/inbox/x/answer', '/people/inbox/:task/answer'],
])('%s is the route %s', (path, route) => {
  expect(toLoggedPath(path)).toBe(route);
  expect(toLoggedPath(`${path}?token=secret#secret`)).toBe(route);
  expect(toLoggedPath(`http://user:secret@host${path}`)).toBe(route);
});

// Ids and secrets may look like anything, also like words, and like parts of other routes.
test.each(['hello', 'rest', ':id', '0198c1f2-6a5b', 'Zk9vV2ls.7QmUo', '%2e%2e', 'constructor'])(
  'nothing is left of %s where no route has it',
  (text) => {
    expect(toLoggedPath(`/a2a/rest/tasks/${text}`)).toBe('/a2a/rest/tasks/:id');
    expect(toLoggedPath(`/a2a/rest/tasks/${text}/${text}`)).toBe('/a2a/rest/tasks/:id/*');
    expect(toLoggedPath(`/people/answers/${text}/x?y=1`)).toBe('/people/answers/*');
    expect(toLoggedPath(`/${text}/x/y`)).toBe('/*');
    expect(toLoggedPath(text)).toBe('/*');
  },
);

test('a path that a stranger makes endless is short', () => {
  expect(toLoggedPath(`/${'a/'.repeat(1e6)}`)).toBe('/*');
  expect(toLoggedPath(`/people/answers/${'a'.repeat(1e6)}`)).toBe('/people/answers/*');
  expect(toLoggedPath('/'.repeat(1e6))).toBe('/');
});

test.each([
  ['/mine/quagga/a2a/rest/tasks/quagga', '/a2a/rest/tasks/quagga', '/*/a2a/rest/tasks/:id'],
  ['/mine/quagga/', '/', '/*'],
  ['/a2a/rest/tasks/quagga', '/tasks/quagga', '/a2a/rest/tasks/:id'],
  ['/quagga', '/quagga', '/*'],
])('the sender of %s, of which %s is left, asked for %s', (originalUrl, url, path) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { originalUrl, url });
  expect(describeSender(request)).toEqual({ address: undefined, path });
});

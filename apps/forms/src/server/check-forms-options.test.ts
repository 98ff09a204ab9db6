import { expect, test } from 'vitest';
import { checkFormsOptions } from './check-forms-options.ts';
import type { FormsOptions } from './forms-options.ts';

function check(options: unknown): void {
  checkFormsOptions(options as FormsOptions);
}

test.each([
  { mode: 'one', agentUrl: 'https://agents.example' },
  { mode: 'one', agentUrl: () => '', localUrl: () => '', agentName: 'x', maxStreams: 1 },
  { mode: 'one', agentUrl: 'https://agents.example', consoleUrl: 'console/' },
  { mode: 'many' },
  { mode: 'many', agents: [{ url: 'http://a.example', name: 'A' }], allowAddresses: 'listed' },
  { mode: 'many', allowedHosts: ['Forms.example', 'localhost'] },
])('checkFormsOptions() takes %j', (options) => {
  expect(() => check(options)).not.toThrow();
});

test.each([
  [{}, 'mode must be "one" or "many": current value is undefined'],
  [{ mode: 'one' }, 'agentUrl must be an http or https URL'],
  [{ mode: 'one', agentUrl: 'ftp://a.example' }, 'agentUrl must be an http or https URL'],
  [
    { mode: 'one', agentUrl: 'http://a.example', consoleUrl: 'javascript:alert()' },
    'consoleUrl must be an http or https URL, or a path',
  ],
  [
    { mode: 'many', agentUrl: 'http://a.example' },
    'options must be of .*current value is "agentUrl"',
  ],
  [{ mode: 'many', agents: ['http://a.example'] }, 'agents must be an array of objects'],
  [
    { mode: 'many', allowAddresses: 'private' },
    'allowAddresses must be "listed", "public", "local" or "any": current value is "private"',
  ],
  [{ mode: 'many', allowedHosts: ['a.example:80'] }, 'allowedHosts must be an array of host names'],
  [{ mode: 'many', maxStreams: 0 }, 'maxStreams must be an integer from 1: current value is 0'],
])('checkFormsOptions() refuses %j', (options, problem) => {
  expect(() => check(options)).toThrow(new RegExp(`^Cannot serve forms because ${problem}`, 'u'));
});

import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import type { TaskLogger } from '@formwork/core';
import { EngineClosedError } from '@formwork/runtime';
import { UnauthenticatedError } from '@formwork/server';
import { expect, test } from 'vitest';
import { SessionError, toSessionError } from './session-error.ts';

const quiet = (): undefined => undefined;
const logger: TaskLogger = { info: quiet, warn: quiet, error: quiet };

test.each<[string, unknown, string]>([
  ['an error of ours', new SessionError('SESSION_ENDED', 'Over.'), 'SESSION_ENDED'],
  ['a stranger', new UnauthenticatedError('Bearer'), 'UNAUTHENTICATED'],
  ['an engine that is closed', new EngineClosedError(), 'UNAVAILABLE'],
  ['a file that is not taken', new ContentTypeNotSupportedError('No.'), 'UNSUPPORTED_MEDIA_TYPE'],
  ['a broken program', new TypeError('secret'), 'INTERNAL'],
  ['a thrown text', 'secret', 'INTERNAL'],
])('toSessionError() of %s', (_name, error, code) => {
  const told = toSessionError(error, logger);
  expect(told.code).toBe(code);
  expect(JSON.stringify({ message: told.message, ...told.details })).not.toContain('secret');
});

test('an incident says under which id it stands in the log', () => {
  const ids: unknown[] = [];
  const told = toSessionError(new Error('secret'), {
    ...logger,
    error: (_message, fields) => ids.push(fields?.['errorId']),
  });
  expect([told.details?.['request_id']]).toEqual(ids);
});

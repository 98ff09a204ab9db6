import { RequestMalformedError, TaskNotFoundError, type ErrorDetail } from '@a2a-js/sdk/errors';
import { decodeErrorInfo, decodeStatus } from '@a2a-js/sdk/errors/grpc';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { UnavailableError } from '@formwork/runtime';
import { status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { OverloadError } from '../active-requests.ts';
import { NOBODY } from '../caller.ts';
import { InternalError, UnauthenticatedError } from '../errors.ts';
import { type GrpcStatus, toGrpcStatus as toStatus } from './grpc-status.ts';

const PREFIX = 'type.googleapis.com/google.rpc.';

const toGrpcStatus = (error: Parameters<typeof toStatus>[0]): GrpcStatus =>
  toStatus(error, async () => NOBODY);

/** Decodes the violations of a `google.rpc.BadRequest`, each as the texts of its fields. */
function readViolations(bytes: Uint8Array): readonly (readonly string[])[] {
  const reader = new BinaryReader(bytes);
  const found: string[][] = [];
  while (reader.pos < reader.len) {
    expect(reader.uint32()).toBe(10);
    const end = reader.uint32() + reader.pos;
    const texts: string[] = [];
    while (reader.pos < end) {
      texts[(reader.uint32() - 10) / 8] = reader.string();
    }
    found.push(texts);
  }
  return found;
}

function readDetails({ metadata }: GrpcStatus) {
  const [bytes] = metadata.get('grpc-status-details-bin');
  if (!Buffer.isBuffer(bytes)) throw new Error('There are no details.');
  return decodeStatus(bytes);
}

/** Makes an error that has the given details in place of its own. */
function createDetailed(message: string, details: readonly ErrorDetail[]): RequestMalformedError {
  return Object.assign(new RequestMalformedError(message), { details });
}

test.each([
  [new TaskNotFoundError('x'), status.NOT_FOUND, 'TASK_NOT_FOUND'],
  [new RequestMalformedError('x'), status.INVALID_ARGUMENT, 'INVALID_PARAMS'],
  [new UnavailableError(), status.UNAVAILABLE, 'UNAVAILABLE'],
  [new UnauthenticatedError('x'), status.UNAUTHENTICATED, 'UNAUTHENTICATED'],
])('%s has a code and a reason', (error, code, reason) => {
  const answer = toGrpcStatus(error);
  expect(answer).toMatchObject({ code, details: error.message });
  const { details, ...rest } = readDetails(answer);
  expect(rest).toEqual({ code, message: error.message });
  const [info] = details;
  expect(info?.typeUrl).toBe(`${PREFIX}ErrorInfo`);
  expect(info && decodeErrorInfo(info.value)).toEqual({
    reason,
    domain: 'a2a-protocol.org',
    metadata: {},
  });
});

test('a server that closes, or is busy, says when to come again', () => {
  const readSeconds = (error: UnavailableError): readonly unknown[] =>
    readDetails(toGrpcStatus(error)).details.flatMap(({ typeUrl, value }) =>
      typeUrl === `${PREFIX}RetryInfo` ? [...value] : [],
    );
  // Field 1 is a duration, whose field 1 is the number of seconds.
  expect(readSeconds(new UnavailableError())).toEqual([10, 2, 8, 5]);
  expect(readSeconds(new OverloadError())).toEqual([10, 2, 8, 1]);
});

test('an unexpected error tells the id of its log entry', () => {
  const answer = toGrpcStatus(new InternalError('id-1', {}));
  expect(answer.code).toBe(status.INTERNAL);
  const [info] = readDetails(answer).details;
  expect(info?.typeUrl).toBe(`${PREFIX}RequestInfo`);
  expect(info?.value.subarray(2).toString()).toBe('id-1');
});

test('every detail of an error is told', () => {
  const answer = toGrpcStatus(
    createDetailed('Wrong', [
      { '@type': `${PREFIX}ErrorInfo`, reason: 'OWN', domain: 'urn:own', metadata: { a: 'b' } },
      {
        '@type': `${PREFIX}BadRequest`,
        fieldViolations: [
          { field: '/a', description: 'must be text', reason: 'type' },
          { field: '', description: 'is wrong' },
        ],
      },
      { '@type': `${PREFIX}Unheard`, text: 'x' },
    ]),
  );
  const [first, second, third, ...rest] = readDetails(answer).details;
  expect(first && decodeErrorInfo(first.value).reason).toBe('INVALID_PARAMS');
  expect(second && decodeErrorInfo(second.value)).toEqual({
    reason: 'OWN',
    domain: 'urn:own',
    metadata: { a: 'b' },
  });
  expect(third?.typeUrl).toBe(`${PREFIX}BadRequest`);
  expect(third && readViolations(third.value)).toEqual([
    ['/a', 'must be text', 'type'],
    [undefined, 'is wrong'],
  ]);
  expect(rest).toEqual([]);
});

function countBytes({ details, metadata }: GrpcStatus): number {
  const [bytes] = metadata.get('grpc-status-details-bin');
  return encodeURI(details).length + Buffer.from(bytes ?? '').toString('base64').length;
}

test('fields are left out before anything else, so that what is told fits into trailers', () => {
  const fieldViolations = Array.from({ length: 1_000 }, (_, index) => ({
    field: `/${index}`,
    description: 'must be text: current value is 7',
    reason: 'type',
  }));
  const answer = toGrpcStatus(
    createDetailed('Wrong', [{ '@type': `${PREFIX}BadRequest`, fieldViolations }]),
  );
  expect(countBytes(answer)).toBeLessThan(7_500);
  expect(answer.details).toBe('Wrong');
  const [, request] = readDetails(answer).details;
  const told = readViolations(request?.value ?? new Uint8Array());
  expect(told.length).toBeGreaterThan(50);
  expect(told[0]).toEqual(['/0', 'must be text: current value is 7', 'type']);
});

test.each([
  ['a'.repeat(100_000), /^a+…$/u],
  [' "ü" '.repeat(10_000), /^[ "ü]+…$/u],
  ['𝄞'.repeat(10_000), /^(?:𝄞)+\ufffd?…$/u],
])('a long message is cut, in whole characters', (message, expected) => {
  const answer = toGrpcStatus(
    new RequestMalformedError({ message, metadata: { names: 'x'.repeat(50_000) } }),
  );
  expect(countBytes(answer)).toBeLessThan(7_500);
  expect(answer.details).toMatch(expected);
  expect(readDetails(answer).message).toBe(answer.details);
  const [info] = readDetails(answer).details;
  expect(info && decodeErrorInfo(info.value).reason).toBe('INVALID_PARAMS');
});

test('halves of UTF-16 pairs are replaced, because no header can have them', () => {
  expect(toGrpcStatus(new RequestMalformedError('a\ud800')).details).toBe('a\ufffd');
});

test('a refusal says how to authenticate', () => {
  const { metadata } = toGrpcStatus(new UnauthenticatedError('Bearer realm="a2a"'));
  expect(metadata.get('www-authenticate')).toEqual(['Bearer realm="a2a"']);
});

import type { Message } from '@a2a-js/sdk';
import { appendPointer, fromSchemaMode } from '@formwork/core';
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** Half of a pair of UTF-16, which UTF-8 has no form for. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses what would arrive as something else: protobuf has no strings with lone surrogates, and
 * the SDK's reading and writing of it drops members that are called `__proto__`. JSON has both.
 *
 * @throws InvalidInputError
 */
export function checkGrpcMessage({ parts, taskId }: Message): void {
  for (const { content, metadata } of parts) {
    if (content?.$case !== 'data' && content?.$case !== 'text') continue;
    const pointer = findLoss(content.value);
    if (pointer === undefined) continue;
    const mimeType: unknown = metadata?.['mimeType'];
    const schema = typeof mimeType === 'string' ? fromSchemaMode(mimeType) : undefined;
    throw new InvalidInputError(
      [
        {
          pointer,
          keyword: 'grpc',
          expected: 'what gRPC can carry',
          message:
            'must be what gRPC can carry: no member called "__proto__", no lone surrogate. Prefer another door, with transports, if it has to be',
        },
      ],
      { schema: schema ?? '', foundBy: 'client', taskId: taskId === '' ? undefined : taskId },
    );
  }
}

function findLoss(value: unknown): string | undefined {
  if (typeof value === 'string') return LONE_SURROGATE.test(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__' || LONE_SURROGATE.test(key)) return appendPointer('', key);
    const place = findLoss(member);
    if (place !== undefined) return appendPointer('', key) + place;
  }
  return undefined;
}

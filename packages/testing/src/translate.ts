import { QuestionError } from '@formwork/runtime/internal';
import type { Problem } from '@formwork/schema';
import { MessageRefusedError } from './errors.ts';

/** Turns the errors that a door would send into errors for tests. */
export async function translate<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof QuestionError) {
      const { code: reason, problems } = cause;
      throw new MessageRefusedError(cause.message, { cause, reason, problems });
    }
    if (!isRefusal(cause)) throw cause;
    const { failure, details = [], reason } = cause;
    throw new MessageRefusedError(cause.message, {
      cause,
      reason:
        failure?.reason ?? details.find((detail) => 'reason' in detail)?.reason ?? reason ?? '',
      problems: failure?.problems ?? [],
    });
  }
}

function isRefusal(error: unknown): error is Error & {
  readonly reason?: string;
  readonly failure?: { readonly reason: string; readonly problems: readonly Problem[] };
  readonly details?: readonly { readonly reason?: string }[];
} {
  return error instanceof Error && ('details' in error || 'metadata' in error);
}

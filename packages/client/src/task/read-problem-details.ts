import { isRecord, type Problem } from '@formwork/core';

/** Problems that are read of one answer. */
const MAX_PROBLEMS = 100;

/**
 * The problems in what an agent sent with an end: problem details (RFC 9457) with `errors` that have
 * a `pointer` and a `detail`. `[]` for anything else.
 */
export function readProblemDetails(value: unknown): readonly Problem[] {
  const errors: unknown = isRecord(value) ? value['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, MAX_PROBLEMS).flatMap((error: unknown): readonly Problem[] => {
    if (!isRecord(error) || typeof error['detail'] !== 'string') return [];
    const { pointer, detail, keyword, expected, received, suggestion } = error;
    return [
      {
        pointer: toPointer(pointer),
        keyword: toText(keyword) ?? 'agent',
        expected: toText(expected) ?? 'valid',
        message: detail,
        ...(typeof received === 'string' && { received }),
        ...(typeof suggestion === 'string' && { suggestion }),
      },
    ];
  });
}

/** A pointer, written as such or as a URI fragment (RFC 6901, section 6). */
function toPointer(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (!value.startsWith('#')) return value;
  try {
    return decodeURIComponent(value.slice(1));
  } catch {
    return value.slice(1);
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { ErrorReport } from './to-report.ts';

/** By the reason of a `TypegenSourceError` or `TypegenFileError`; what is not here has failed. */
const CODES: ReadonlyMap<unknown, ExitCode> = new Map<unknown, ExitCode>([
  ['name', EXIT_CODES.usage],
  ['missing', EXIT_CODES.usage],
  ['folder', EXIT_CODES.usage],
  ['unreachable', EXIT_CODES.unreachable],
  ['invalid', EXIT_CODES.invalid],
]);

const HINTS: ReadonlyMap<unknown, string> = new Map([
  ['foreign', ' Name another file, or add --force to write over it.'],
]);

/**
 * Says what an error of the generator means; `undefined` for others. The generator takes a while
 * to load, so that its errors are known by their codes.
 */
export function toTypegenReport({
  code,
  message,
  reason,
}: {
  readonly code: string;
  readonly message: string;
  readonly reason?: unknown;
}): ErrorReport | undefined {
  if (code === 'TYPEGEN_LIMIT') return { code, message, exitCode: EXIT_CODES.invalid };
  if (code !== 'TYPEGEN_SOURCE' && code !== 'TYPEGEN_FILE') return undefined;
  const exitCode = CODES.get(reason) ?? EXIT_CODES.failed;
  return { code, message: `${message}${HINTS.get(reason) ?? ''}`, exitCode };
}

import {
  AbortedError,
  ConnectError,
  InvalidInputError,
  InvalidOutputError,
  QuestionError,
  RequestError,
  SkillError,
} from '@formwork/client';
import { isFormworkError, toPlainText, toErrorText } from '@formwork/schema';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import { type ErrorReport, toCommandReport } from './errors.ts';

/**
 * The exit codes by the reason of a `TypegenSourceError` or `TypegenFileError`; any other reason
 * means `failed`.
 */
const CODES: ReadonlyMap<unknown, ExitCode> = new Map<unknown, ExitCode>([
  ['name', EXIT_CODES.usage],
  ['missing', EXIT_CODES.usage],
  ['folder', EXIT_CODES.usage],
  ['unreachable', EXIT_CODES.unreachable],
  ['invalid', EXIT_CODES.invalid],
]);

/**
 * The exit codes by the code of a `ConformanceError`, which is recognized by it because loading the
 * checks takes a while.
 */
const CONFORMANCE: ReadonlyMap<string, ExitCode> = new Map<string, ExitCode>([
  ['CONFORMANCE_UNREACHABLE', EXIT_CODES.unreachable],
  ['CONFORMANCE_REFUSED', EXIT_CODES.unreachable],
  ['CONFORMANCE_SKILL', EXIT_CODES.usage],
  ['CONFORMANCE_INPUT', EXIT_CODES.invalid],
]);

const HINTS: ReadonlyMap<unknown, string> = new Map([
  ['foreign', ' Name another file, or add --force to write over it.'],
]);

/** The reasons of failed requests that count as an unreachable agent. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'NETWORK',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
]);

/** Makes the report of an error for the person who typed the command. */
export function toReport(error: unknown): ErrorReport {
  const report = toCommandReport(error);
  if (report !== undefined) return report;
  const code = isFormworkError(error) ? error.code : 'UNEXPECTED';
  const message = error instanceof Error && isFormworkError(error) ? error.message : '';
  if (error instanceof InvalidInputError) {
    return { code, message, exitCode: EXIT_CODES.invalid, problems: error.problems };
  }
  if (error instanceof InvalidOutputError) {
    const { problems, schema, data } = error;
    const way = data === undefined ? '' : ', or add --no-check to take it as it is';
    const text = `Cannot use the agent's result because it must fit the schema the agent declared:\n${toPlainText(problems, { schema })}\nTell the agent's owner${way}.`;
    return { code, message: text, exitCode: EXIT_CODES.failed, problems };
  }
  if (error instanceof ConnectError) return { code, message, exitCode: EXIT_CODES.unreachable };
  if (error instanceof RequestError) return toRequestReport(error);
  if (error instanceof SkillError) return toSkillReport(error);
  if (error instanceof QuestionError) return { code, message, exitCode: EXIT_CODES.unanswered };
  if (error instanceof AbortedError) return { code, message, exitCode: EXIT_CODES.interrupted };
  const checked = CONFORMANCE.get(code);
  if (checked !== undefined) return { code, message, exitCode: checked };
  if (code === 'LOCK_UNUSABLE') return { code, message, exitCode: toLockExit(error) };
  if (code === 'MCP_SERVER_UNUSABLE') return { code, message, exitCode: EXIT_CODES.unreachable };
  if (isFormworkError(error)) {
    const reason = 'reason' in error ? error.reason : undefined;
    const typegenReport = toTypegenReport({ code, message, reason });
    return typegenReport ?? { code, message, exitCode: EXIT_CODES.failed };
  }
  const [first = ''] = toErrorText(error).split('\n');
  return {
    code,
    message: `Cannot finish: ${first}. Add --verbose to see where it comes from.`,
    exitCode: EXIT_CODES.failed,
  };
}

/**
 * Returns the exit code for an error of a lock. Errors of the bridge are recognized by their codes,
 * because loading the bridge takes a while.
 */
function toLockExit(error: unknown): ExitCode {
  const reason: unknown = error instanceof Error && 'reason' in error ? error.reason : undefined;
  if (reason === 'missing') return EXIT_CODES.usage;
  return reason === 'invalid' ? EXIT_CODES.invalid : EXIT_CODES.failed;
}

function toRequestReport({ code, message, reason }: RequestError): ErrorReport {
  if (!UNREACHABLE.has(reason)) return { code, message, exitCode: EXIT_CODES.failed };
  const hint =
    reason === 'UNAUTHENTICATED' || reason === 'PERMISSION_DENIED'
      ? '\nSay who you are with --header "Authorization: Bearer TOKEN" or what the card asks for.'
      : '';
  return { code, message: `${message}${hint}`, exitCode: EXIT_CODES.unreachable };
}

function toSkillReport({ code, message, issues }: SkillError): ErrorReport {
  if (issues.length === 0) return { code, message, exitCode: EXIT_CODES.usage };
  const reasons = issues.map((issue) => `  ${issue.message}`).join('\n');
  return {
    code,
    message: `Cannot call the skill because one of its schemas cannot be trusted:\n${reasons}\nAdd --no-check to go on without checking; give the input with --json then.`,
    exitCode: EXIT_CODES.failed,
  };
}

/**
 * Makes the report of an error of the type generator; `undefined` for other errors. They are
 * recognized by their codes, because loading the generator takes a while.
 */
function toTypegenReport({
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

import { quote, cutText, previewJson } from '@formwork/schema/json';
import type { Door, Exchange } from '../doors/door.ts';
import { A2A_ERRORS, isA2aReason, type A2aReason } from '../doors/wire-error.ts';
import { broken, HOLDS, type RuleResult } from '../rules/rule-result.ts';
import type { DoorSession } from '../session/door-session.ts';

/** Checks one rule at one door. */
export type DoorCheck = (session: DoorSession) => RuleResult | Promise<RuleResult>;

/** The names of the gRPC statuses that A2A uses. */
const GRPC_NAMES: Readonly<Record<number, string>> = {
  3: 'INVALID_ARGUMENT',
  5: 'NOT_FOUND',
  9: 'FAILED_PRECONDITION',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  16: 'UNAUTHENTICATED',
};

/** Lists the codes of an error at a door, the one of A2A 1.0.1 first. */
export function listCodes({ binding }: Door, reason: A2aReason): readonly number[] {
  const { rpc, rest, grpc } = A2A_ERRORS[reason];
  return { JSONRPC: rpc, 'HTTP+JSON': rest, GRPC: grpc }[binding];
}

/** Names a code as its binding does, such as `HTTP 404`. */
export function nameCode({ binding }: Door, code: number | undefined): string {
  if (code === undefined) return 'no code';
  if (binding === 'HTTP+JSON') return `HTTP ${code}`;
  return binding === 'GRPC' ? (GRPC_NAMES[code] ?? `status ${code}`) : String(code);
}

/** Names an error with its code at a door, such as `TaskNotFoundError (-32001)`. */
export function nameError(door: Door, reason: A2aReason): string {
  return `${A2A_ERRORS[reason].name} (${nameCode(door, listCodes(door, reason)[0])})`;
}

/** Describes what came back, in words that follow "came". */
export function describeCame(door: Door, { error, result, unreadable }: Exchange): string {
  if (unreadable !== undefined) return unreadable;
  if (error !== undefined) {
    const reason = error.reason === undefined ? '' : ` ${error.reason}`;
    return `the error ${nameCode(door, error.code)}${reason} ${quote(cutText(error.message, 80))}`;
  }
  return result === undefined ? 'a stream of events' : `the result ${previewJson(result)}`;
}

/**
 * Checks that an error of A2A came. An error without a reason is judged by its code; whether the
 * code of one with a reason is right is a rule of its own.
 */
export function expectError(
  door: Door,
  exchange: Exchange,
  { reason, change }: { readonly reason: A2aReason; readonly change: string },
): RuleResult {
  const { error, request } = exchange;
  const codes = listCodes(door, reason);
  const isRight = isA2aReason(error?.reason)
    ? error.reason === reason
    : error?.code !== undefined && codes.includes(error.code);
  if (isRight) return HOLDS;
  const expected = nameError(door, reason);
  return broken({ sent: request, expected, came: describeCame(door, exchange), change });
}

/** Checks that any error came. */
export function expectRefusal(
  door: Door,
  exchange: Exchange,
  { expected, change }: { readonly expected: string; readonly change: string },
): RuleResult {
  if (exchange.error !== undefined) return HOLDS;
  const came = describeCame(door, exchange);
  return broken({ sent: exchange.request, expected, came, change });
}

/** Makes an id that no task of the agent has. */
export function createUnknownId(): string {
  return crypto.randomUUID();
}

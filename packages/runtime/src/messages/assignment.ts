import { type Principal, isPeopleAddress } from '@formwork/core';

/** A change of a question's addressees, or of who has taken it; the log has its time. */
interface AssignmentChange {
  readonly kind: 'claimed' | 'released' | 'handed-over' | 'reminded' | 'overdue' | 'escalated';
  /** The id of the person who made the change; absent if the agent's clock did. */
  readonly by?: string;
  /** The addresses to which a question was handed over or escalated. */
  readonly to?: readonly string[];
}

/** News of a question that did not reach its people before the question changed again. */
export interface PendingNotice {
  readonly kind: 'asked' | 'handed-over' | 'reminded' | 'overdue' | 'escalated';
  /** The addresses of the people to tell. */
  readonly to: readonly string[];
  /** The place in the task's log of the status that made the news. */
  readonly seq: number;
}

/**
 * The people a question is given to, as its metadata has it: see the extension
 * "follow-up forms". Durations are milliseconds from the time at which the question was first
 * asked.
 */
export interface Assignment {
  readonly to: readonly string[];
  readonly about?: unknown;
  readonly fourEyes?: true;
  readonly dueInMs?: number;
  readonly remindInMs?: number;
  readonly escalateTo?: readonly string[];
  /** The answer that counts if no person has answered when the question is due. */
  readonly otherwise?: unknown;
  /** The time at which the question was first asked; absent in the status that first asks it. */
  readonly askedAt?: string;
  /** The time at which something is due next; `null` for never. Default: at once. */
  readonly wakesAt?: string | null;
  /** The id of the person who has taken the question. */
  readonly claimedBy?: string;
  /** How far its clock has come; absent until the first reminder or the due time. */
  readonly stage?: 'reminded' | 'overdue';
  /** The last change; absent while there was none. */
  readonly change?: AssignmentChange;
  /** Earlier news that people are still to get, the oldest first; absent if there are none. */
  readonly untold?: readonly PendingNotice[];
}

/** Lists the addresses by which questions reach a principal: their own, and those of their roles. */
export function listAddresses({ id, scopes = [] }: Principal): readonly string[] {
  return [
    `user:${id}`,
    ...scopes.filter((scope) => scope.startsWith('role:') && isPeopleAddress(scope)),
  ];
}

/**
 * Returns the time at which something is due next for a question: the reminder, or that it is
 * overdue. `null` if nothing is.
 */
export function findNextWake({
  askedAt,
  stage,
  remindInMs,
  dueInMs,
}: Pick<Assignment, 'askedAt' | 'stage' | 'remindInMs' | 'dueInMs'>): string | null {
  const after = stage === undefined ? (remindInMs ?? dueInMs) : dueInMs;
  if (stage === 'overdue' || after === undefined || askedAt === undefined) return null;
  return new Date(Date.parse(askedAt) + after).toISOString();
}

/**
 * Returns the assignment for asking the same question again, with a change: it keeps the time at
 * which the question was first asked. `statusTimestamp` is the time of the status that asks it now.
 */
export function restate(
  assignment: Assignment,
  statusTimestamp: string,
  change: Partial<Assignment> = {},
): Assignment {
  const askedAt = assignment.askedAt ?? statusTimestamp;
  const { stage = assignment.stage } = change;
  const wakesAt = findNextWake({ ...assignment, askedAt, ...(stage && { stage }) });
  return { ...assignment, askedAt, wakesAt, ...change };
}

/** Why a person may not answer a question: it is not theirs, another took it, or they asked it. */
export type AnswerRefusal = 'not-given' | 'claimed' | 'four-eyes';

/** The principal who answers, and the owner of the task, if they are known. */
export interface AnswerParties {
  readonly answerer: Principal | undefined;
  readonly owner: Principal | undefined;
}

/** Returns why a person may not answer a question that was given to people; `undefined` if they may. */
export function findAnswerRefusal(
  { to, claimedBy, fourEyes }: Assignment,
  { answerer, owner }: AnswerParties,
): AnswerRefusal | undefined {
  if (answerer === undefined) return 'not-given';
  if (!listAddresses(answerer).some((address) => to.includes(address))) return 'not-given';
  if (fourEyes === true && answerer.id === owner?.id) return 'four-eyes';
  return claimedBy !== undefined && claimedBy !== answerer.id ? 'claimed' : undefined;
}

/** The number of addresses that a sentence names. */
const MAX_NAMED = 5;

/** Says in words which people a task waits for: for its caller, who cannot answer. */
export function describeWait({ to, claimedBy }: Assignment): string {
  const addressees = to.slice(0, MAX_NAMED).join(', ');
  const excess = to.length > MAX_NAMED ? ` and ${to.length - MAX_NAMED} more` : '';
  const claim = claimedBy === undefined ? '' : ` ${claimedBy} has taken it.`;
  return `Waiting for the answer of ${addressees}${excess}; nobody else can give it.${claim}`;
}

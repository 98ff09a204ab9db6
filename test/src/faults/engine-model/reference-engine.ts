import {
  isInterruptedState,
  isTerminalState,
  type ClaimRequest,
  type Lease,
  type NewTaskEvent,
  type TaskEvent,
  type WorkRequest,
} from '@formwork/runtime';
import { compareText } from './compare-text.ts';
import type { Operation, Outcome } from './operation.ts';
import { toReferencePages } from './reference-pages.ts';
import { toReferenceSnapshot } from './reference-snapshot.ts';
import {
  createReferenceTask,
  endOf,
  isRest,
  stateOf,
  toStates,
  type ReferenceTask,
} from './reference-task.ts';

/**
 * A short and slow implementation of the engine contract, with which the real engines are compared.
 */
export interface ReferenceEngine {
  /** The number of tasks ever created. */
  readonly made: number;
  /** The tasks that exist, oldest first. */
  readonly tasks: readonly ReferenceTask[];
  /** All leases ever given out, newest last. */
  readonly leases: readonly Lease[];
  readonly now: () => number;
  apply(operation: Operation): Outcome;
}

/**
 * An error of the reference engine; its message is the name of the error that a real engine throws.
 */
class Refusal extends Error {}

/** Makes a reference engine without tasks; `now` is its clock. */
export function createReferenceEngine(now: () => number): ReferenceEngine {
  let tasks: ReferenceTask[] = [];
  let made = 0;
  const leases: Lease[] = [];

  function find(scope: string, taskId: string): ReferenceTask | undefined {
    return tasks.find(({ task }) => task.scope === scope && task.id === taskId);
  }

  function findHeld({ scope, taskId, epoch }: Lease): ReferenceTask | undefined {
    const found = find(scope, taskId);
    const isLeased = found?.leaseEnd !== undefined && !found.isResting;
    return isLeased && found.epoch === epoch ? found : undefined;
  }

  function write(found: ReferenceTask, events: readonly NewTaskEvent[]): number {
    const timestamp = new Date(now()).toISOString();
    for (const event of events) found.log.push({ seq: found.log.length + 1, timestamp, event });
    const last = events.at(-1);
    if (last?.kind === 'status' && isRest(last.state)) found.leaseEnd = undefined;
    return found.log.length;
  }

  function grant(found: ReferenceTask, { ttlMs }: ClaimRequest): Lease {
    found.epoch += 1;
    found.attempts += 1;
    found.leaseEnd = now() + ttlMs;
    found.isResting = false;
    const { task, epoch, attempts: attempt, failures, cancelRequested } = found;
    const { skillId } = task.invocation;
    const lease = {
      taskId: task.id,
      scope: task.scope,
      ...(skillId !== undefined && { skillId }),
      epoch,
      attempt,
      ...(failures > 0 && { failures }),
      cancelRequested,
    };
    leases.push(lease);
    return lease;
  }

  function nextTurn(scope: string): number {
    const waiting = tasks.filter(
      (found) => !isRest(stateOf(found)) && found.leaseEnd === undefined,
    );
    const own = waiting.filter(({ task }) => task.scope === scope).map(({ turn }) => turn + 1);
    const first = Math.min(...waiting.map(({ turn }) => turn));
    return Math.max(Number.isFinite(first) ? first : 0, ...own);
  }

  function isClaimable(found: ReferenceTask): boolean {
    return !isRest(stateOf(found)) && (found.leaseEnd ?? 0) <= now();
  }

  function create({ task, claim }: Operation & { readonly kind: 'create' }): unknown {
    const same = tasks.find(
      (other) =>
        task.idempotencyKey !== undefined &&
        other.task.idempotencyKey === task.idempotencyKey &&
        other.task.scope === task.scope,
    );
    if (same !== undefined) return { taskId: same.task.id, created: false };
    if (tasks.some((other) => other.task.id === task.id)) throw new Refusal('TypeError');
    made += 1;
    const found = createReferenceTask(task);
    if (claim === undefined) found.turn = nextTurn(task.scope);
    tasks.push(found);
    write(found, [{ kind: 'status', state: 'submitted' }]);
    return { taskId: task.id, created: true, ...(claim && { lease: grant(found, claim) }) };
  }

  function append({ lease, events }: Operation & { readonly kind: 'append' }): number {
    const held = findHeld(lease);
    if (held === undefined) throw new Refusal('LeaseLostError');
    const statuses = events.slice(0, -1).flatMap(toStates);
    if (statuses.some(isRest)) throw new Refusal('TypeError');
    if (events.some(({ kind }) => kind === 'memo')) {
      held.attempts = Math.min(held.attempts, 1);
      held.failures = 0;
    }
    const last = events.at(-1);
    const waits = last?.kind === 'status' && isInterruptedState(last.state);
    const isUnwanted = held.cancelRequested && waits;
    return write(held, isUnwanted ? [...events, { kind: 'status', state: 'canceled' }] : events);
  }

  function keepMemo({ lease, memo }: Operation & { readonly kind: 'keepMemo' }): boolean {
    const found = find(lease.scope, lease.taskId);
    if (found === undefined || found.epoch !== lease.epoch) return false;
    if (isTerminalState(stateOf(found))) return false;
    write(found, [memo]);
    return true;
  }

  function cancel({ scope, taskId, force }: Operation & { readonly kind: 'cancel' }): unknown {
    const found = find(scope, taskId);
    if (found === undefined) return { kind: 'not-found' };
    const state = stateOf(found);
    if (isTerminalState(state)) return { kind: 'terminal', state };
    if (!force && !found.isResting && (found.leaseEnd ?? 0) > now()) {
      found.cancelRequested = true;
      return { kind: 'requested' };
    }
    write(found, [{ kind: 'status', state: 'canceled' }]);
    return { kind: 'canceled' };
  }

  function reply(operation: Operation & { readonly kind: 'reply' }): unknown {
    const { scope, taskId, reply: said, claim } = operation;
    const { expectedSeq, idempotencyKey, events } = said;
    const last = events.at(-1);
    const isOnly = events.flatMap(toStates).length === 1;
    if (last?.kind !== 'status' || last.state === 'submitted' || !isOnly) {
      throw new Refusal('TypeError');
    }
    const found = find(scope, taskId);
    if (found === undefined) return { kind: 'not-found' };
    if (idempotencyKey !== undefined && found.replyKeys.has(idempotencyKey)) {
      return { kind: 'repeated' };
    }
    const state = stateOf(found);
    const later = found.log.slice(expectedSeq);
    const isLast = expectedSeq <= found.log.length && later.every(isMemo);
    if (!isInterruptedState(state) || !isLast) {
      return { kind: 'stale', state };
    }
    if (idempotencyKey !== undefined) found.replyKeys.add(idempotencyKey);
    const turn = claim === undefined ? nextTurn(scope) : 0;
    const accepted = { kind: 'accepted', seq: write(found, events) };
    if (last.state !== 'working') return accepted;
    found.attempts = 0;
    found.failures = 0;
    found.turn = turn;
    return { ...accepted, ...(claim && { lease: grant(found, claim) }) };
  }

  function prune({ request }: Operation & { readonly kind: 'prune' }): number {
    const { finishedBefore = '', keepFinished = Number.POSITIVE_INFINITY, limit = 1000 } = request;
    const finished = tasks
      .filter((found) => isTerminalState(stateOf(found)))
      .toSorted((a, b) => compareText(endOf(a), endOf(b)));
    const doomed = finished
      .filter(
        (found, index) => endOf(found) < finishedBefore || finished.length - index > keepFinished,
      )
      .slice(0, limit);
    tasks = tasks.filter((found) => !doomed.includes(found));
    return doomed.length;
  }

  function release(found: ReferenceTask, retryAfterMs: number | undefined): void {
    found.isResting = retryAfterMs !== undefined;
    if (retryAfterMs === undefined) found.attempts -= 1;
    else found.failures += 1;
    found.leaseEnd =
      retryAfterMs === undefined ? undefined : now() + (found.cancelRequested ? 0 : retryAfterMs);
  }

  function run(operation: Operation): unknown {
    switch (operation.kind) {
      case 'create':
        return create(operation);
      case 'get': {
        const found = find(operation.scope, operation.taskId);
        return found && toReferenceSnapshot(found);
      }
      case 'list':
        return toReferencePages(tasks, operation);
      case 'append':
        return append(operation);
      case 'keepMemo':
        return keepMemo(operation);
      case 'read': {
        const { scope, taskId, after, limit } = operation;
        const later = find(scope, taskId)?.log.filter(({ seq }) => seq > after);
        return later?.slice(0, limit) ?? [];
      }
      case 'claim':
        return (
          tasks
            .filter(isClaimable)
            // The sort is stable: tasks with the same turn stay in the order of their creation.
            .toSorted((a, b) => a.turn - b.turn)
            .filter((found, _index, all) => isWithinLimit(found, all, operation.request))
            .slice(0, operation.limit)
            .map((found) => grant(found, operation.request))
        );
      case 'renew': {
        const held = operation.leases.filter((lease) => findHeld(lease) !== undefined);
        for (const lease of held) {
          const found = findHeld(lease);
          if (found !== undefined) found.leaseEnd = now() + operation.ttlMs;
        }
        return {
          lost: operation.leases.filter((lease) => !held.includes(lease)).map(toTaskId),
          cancel: held.filter((lease) => findHeld(lease)?.cancelRequested).map(toTaskId),
        };
      }
      case 'cancel':
        return cancel(operation);
      case 'reply':
        return reply(operation);
      case 'release':
        for (const found of operation.leases.map(findHeld)) {
          // The lease was already released, by an earlier entry of the same call.
          if (found === undefined || found.leaseEnd === undefined || found.isResting) continue;
          release(found, operation.retryAfterMs);
        }
        return undefined;
      case 'delete': {
        const found = find(operation.scope, operation.taskId);
        tasks = tasks.filter((each) => each !== found);
        return found !== undefined;
      }
      case 'prune':
        return prune(operation);
    }
  }

  return {
    get made() {
      return made;
    },
    get tasks() {
      return tasks;
    },
    leases,
    now,
    apply(operation) {
      try {
        return { kind: 'value', value: run(operation) };
      } catch (error) {
        if (error instanceof Refusal) return { kind: 'error', name: error.message };
        throw error;
      }
    },
  };
}

/**
 * Returns true if a task is among the first tasks of its skill in `all`, up to the limit that
 * `skillLimits` sets for the skill.
 */
function isWithinLimit(
  { task }: ReferenceTask,
  all: readonly ReferenceTask[],
  { skillLimits }: WorkRequest,
): boolean {
  const { skillId } = task.invocation;
  const limit = skillId === undefined ? undefined : skillLimits?.get(skillId);
  if (limit === undefined) return true;
  const same = all.filter((other) => other.task.invocation.skillId === skillId);
  return same.slice(0, Math.max(0, limit)).some((other) => other.task === task);
}

function isMemo({ event }: TaskEvent): boolean {
  return event.kind === 'memo';
}

function toTaskId({ taskId }: Lease): string {
  return taskId;
}

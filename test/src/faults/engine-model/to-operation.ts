import { Role, type Message, type Part } from '@a2a-js/sdk';
import type { Scope } from '@formwork/runtime';
import type { IdempotencyKey } from '@formwork/runtime';
import {
  isTerminalState,
  type ClaimRequest,
  type Lease,
  type NewTask,
  type NewTaskEvent,
  type PruneRequest,
  type WorkRequest,
} from '@formwork/runtime';
import type { Choice, EventChoice } from './choice.ts';
import type { Operation } from './operation.ts';
import type { ReferenceEngine } from './reference-engine.ts';
import { endOf, stateOf } from './reference-task.ts';

/** The scopes, that is the callers, to which the tasks of the model belong. */
const SCOPES = ['alice', 'bob'] as readonly string[] as readonly Scope[];

const NOWHERE = '' as Scope;

/**
 * Turns a choice into an operation on the tasks and leases that now exist in the reference engine.
 */
export function toOperation(choice: Choice, reference: ReferenceEngine): Operation {
  switch (choice.kind) {
    case 'create':
      return { kind: 'create', task: toTask(choice, reference), ...toClaim(choice.ttlMs) };
    case 'append':
      return {
        kind: 'append',
        lease: pickLease(choice.lease, reference),
        events: choice.events.map(toEvent),
      };
    case 'keepMemo': {
      const { position, text: value } = choice;
      const memo = { kind: 'memo', position, key: 'step', value } as const;
      return { kind: 'keepMemo', lease: pickLease(choice.lease, reference), memo };
    }
    case 'claim': {
      const { ttlMs, limit, skillLimit } = choice;
      const skillLimits = skillLimit === undefined ? {} : toLimits(skillLimit);
      return { kind: 'claim', request: { ...toRequest(ttlMs), ...skillLimits }, limit };
    }
    case 'renew': {
      const leases = choice.leases.map((index) => pickLease(index, reference));
      return { kind: 'renew', leases, ttlMs: choice.ttlMs };
    }
    case 'release': {
      const { retryAfterMs } = choice;
      return {
        kind: 'release',
        leases: choice.leases.map((index) => pickLease(index, reference)),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
    }
    case 'reply': {
      const { task, ago, key, events, ttlMs } = choice;
      const target = pickTask(task, reference);
      const length = reference.tasks.find((each) => each.task.id === target.taskId)?.log.length;
      const reply = {
        expectedSeq: (length ?? 1) - ago,
        events: events.map(toEvent),
        ...(key !== undefined && { idempotencyKey: `reply ${key}` as IdempotencyKey }),
      };
      return { kind: 'reply', ...target, reply, ...toClaim(ttlMs) };
    }
    case 'cancel':
      return { kind: 'cancel', ...pickTask(choice.task, reference), force: choice.force };
    case 'delete':
    case 'get':
      return { kind: choice.kind, ...pickTask(choice.task, reference) };
    case 'read': {
      const { after, limit } = choice;
      return { kind: 'read', ...pickTask(choice.task, reference), after, limit };
    }
    case 'list': {
      const { scope, pageSize, state, context, ago } = choice;
      const since = ago === undefined ? undefined : toTime(reference.now() - ago);
      const query = {
        pageSize,
        ...(state !== undefined && { state }),
        ...(context !== undefined && { contextId: `context ${context}` }),
        ...(since !== undefined && { statusTimestampAfter: since }),
      };
      return { kind: 'list', scope: SCOPES[scope] ?? NOWHERE, query };
    }
    case 'prune':
      return { kind: 'prune', request: toPruneRequest(choice, reference) };
  }
}

/** Makes a message part that holds a text. */
function toPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: {},
    filename: '',
    mediaType: 'text/plain',
  };
}

function toMessage(text: string): Message {
  return {
    messageId: `message ${text}`,
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [toPart(text)],
    metadata: {},
    extensions: [],
    referenceTaskIds: [],
  };
}

function toEvent(choice: EventChoice): NewTaskEvent {
  switch (choice.kind) {
    case 'status': {
      const { state, text } = choice;
      return { kind: 'status', state, ...(text !== undefined && { message: toMessage(text) }) };
    }
    case 'artifact': {
      const artifact = {
        artifactId: `artifact ${choice.artifact}`,
        name: '',
        description: '',
        parts: [toPart(choice.text)],
        metadata: {},
        extensions: [],
      };
      return { kind: 'artifact', artifact, append: choice.append, lastChunk: !choice.append };
    }
    case 'message':
      return { kind: 'message', message: toMessage(choice.text) };
    case 'metadata':
      return { kind: 'metadata', metadata: { [`key ${choice.key}`]: choice.text } };
    case 'memo':
      return { kind: 'memo', position: choice.position, key: 'step', value: choice.text };
  }
}

function toTask(
  { scope, context, skill, key, twin }: Choice & { readonly kind: 'create' },
  { tasks, made }: ReferenceEngine,
): NewTask {
  const taken = twin ? tasks.at(-1)?.task.id : undefined;
  return {
    // The ids sort in another order than that of their creation.
    id: taken ?? `task ${(made * 7) % 10}${made}`,
    scope: SCOPES[scope] ?? NOWHERE,
    contextId: `context ${context}`,
    ...(key !== undefined && { idempotencyKey: `create ${key}` as IdempotencyKey }),
    message: toMessage('first'),
    metadata: { 'key 0': 'first' },
    invocation: {
      kind: 'text',
      text: 'first',
      acceptedOutputModes: [],
      ...(skill > 0 && { skillId: `skill ${skill}` }),
    },
  };
}

function toLimits(count: number): Pick<WorkRequest, 'skillLimits'> {
  return { skillLimits: new Map([['skill 1', count]]) };
}

function toRequest(ttlMs: number): ClaimRequest {
  return { worker: 'model', ttlMs };
}

function toClaim(ttlMs: number | undefined): { readonly claim?: ClaimRequest } {
  return ttlMs === undefined ? {} : { claim: toRequest(ttlMs) };
}

/** Picks a lease, counted from the newest, so that most picked leases are still valid. */
function pickLease(index: number, { leases }: ReferenceEngine): Lease {
  const nobody = {
    taskId: 'nobody',
    scope: 'alice' as Scope,
    epoch: 1,
    attempt: 1,
    cancelRequested: false,
  };
  return leases[leases.length - 1 - (index % Math.max(1, leases.length))] ?? nobody;
}

/**
 * Picks a task for an operation; sometimes with a wrong scope, sometimes one that has been deleted.
 */
function pickTask(
  { index, asOther }: { readonly index: number; readonly asOther: boolean },
  { tasks, leases }: ReferenceEngine,
): { readonly scope: Scope; readonly taskId: string } {
  const picked = tasks[tasks.length - 1 - (index % Math.max(1, tasks.length))]?.task;
  const scope = picked?.scope ?? ('alice' as Scope);
  const other = SCOPES.find((each) => each !== scope) ?? NOWHERE;
  return {
    scope: asOther ? other : scope,
    taskId: picked?.id ?? leases[0]?.taskId ?? 'nobody',
  };
}

/**
 * Makes a `prune` request whose limits never fall between tasks that ended at the same time,
 * because engines may delete these in any order.
 */
function toPruneRequest(
  { keep, limit, ago }: Choice & { readonly kind: 'prune' },
  { tasks, now }: ReferenceEngine,
): PruneRequest {
  const ends = tasks
    .filter((each) => isTerminalState(stateOf(each)))
    .map(endOf)
    .toSorted();
  function widen(cut: number): number {
    let wide = cut;
    while (wide > 0 && wide < ends.length && ends[wide - 1] === ends[wide]) wide += 1;
    return wide;
  }
  return {
    ...(keep !== undefined && {
      keepFinished: keep > ends.length ? keep : ends.length - widen(ends.length - keep),
    }),
    ...(ago !== undefined && { finishedBefore: toTime(now() - ago) }),
    ...(limit !== undefined && { limit: widen(limit) }),
  };
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

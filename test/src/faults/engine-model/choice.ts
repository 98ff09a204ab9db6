import type { TaskStateName } from '@formwork/runtime';
import fc, { type Arbitrary } from 'fast-check';

/** An event to append, before artifacts and tasks are known. */
export type EventChoice =
  | { readonly kind: 'status'; readonly state: TaskStateName; readonly text?: string }
  | {
      readonly kind: 'artifact';
      readonly artifact: number;
      readonly text: string;
      readonly append: boolean;
    }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'metadata'; readonly key: number; readonly text: string }
  | { readonly kind: 'memo'; readonly position: number; readonly text: string };

/**
 * The choice of a task, counted from the newest, and whether a caller of another scope asks for it.
 */
interface TaskChoice {
  readonly index: number;
  readonly asOther: boolean;
}

/** A random call of an engine, before it is known which tasks and leases exist. */
export type Choice =
  | {
      readonly kind: 'create';
      readonly scope: number;
      readonly context: number;
      /** The number of the new task's skill; 0 for none. */
      readonly skill: number;
      readonly key?: number;
      /** True if the new task uses an id that another task has. */
      readonly twin: boolean;
      readonly ttlMs?: number;
    }
  | { readonly kind: 'append'; readonly lease: number; readonly events: readonly EventChoice[] }
  | {
      readonly kind: 'keepMemo';
      readonly lease: number;
      readonly position: number;
      readonly text: string;
    }
  | {
      readonly kind: 'claim';
      readonly ttlMs: number;
      readonly limit: number;
      /** The largest number of tasks of skill 1 that the claim may take. Default: no limit. */
      readonly skillLimit?: number;
    }
  | { readonly kind: 'renew'; readonly leases: readonly number[]; readonly ttlMs: number }
  | {
      readonly kind: 'release';
      readonly leases: readonly number[];
      readonly retryAfterMs?: number;
    }
  | {
      readonly kind: 'reply';
      readonly task: TaskChoice;
      /**
       * The number of events between the newest one and the question that the reply claims to
       * answer.
       */
      readonly ago: number;
      readonly key?: number;
      readonly events: readonly EventChoice[];
      readonly ttlMs?: number;
    }
  | { readonly kind: 'cancel'; readonly task: TaskChoice; readonly force: boolean }
  | { readonly kind: 'delete' | 'get'; readonly task: TaskChoice }
  | {
      readonly kind: 'read';
      readonly task: TaskChoice;
      readonly after: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'list';
      readonly scope: number;
      readonly pageSize: number;
      readonly state?: TaskStateName;
      readonly context?: number;
      readonly ago?: number;
    }
  | {
      readonly kind: 'prune';
      readonly keep?: number;
      readonly limit?: number;
      readonly ago?: number;
    };

const few = fc.nat({ max: 3 });
const text = fc.constantFrom('a', 'b', 'é\u0000\ud800');
const ttlMs = fc.constantFrom(100, 1_000);
const task = fc.record({
  index: few,
  asOther: fc.constantFrom(false, false, false, false, true),
});
const leases = fc.array(few, { maxLength: 3 });

const state: Arbitrary<TaskStateName> = fc.constantFrom(
  'working',
  'input-required',
  'completed',
  'submitted',
  'auth-required',
  'failed',
  'canceled',
  'rejected',
);

const status = fc.record(
  { kind: fc.constant('status'), state, text },
  { requiredKeys: ['kind', 'state'] },
);

const remark: Arbitrary<EventChoice> = fc.oneof(
  fc.record({ kind: fc.constant('artifact'), artifact: few, text, append: fc.boolean() }),
  fc.record({ kind: fc.constant('message'), text }),
  fc.record({ kind: fc.constant('metadata'), key: few, text }),
  fc.record({ kind: fc.constant('memo'), position: few, text }),
  fc.constant({ kind: 'status', state: 'working' } as const),
);

/** Generates events as a runner mostly writes them: remarks, and perhaps a state at the end. */
const events: Arbitrary<readonly EventChoice[]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.array(remark, { maxLength: 3 }), fc.option(status, { nil: undefined }))
      .map(([remarks, end]) => (end === undefined ? remarks : [...remarks, end])),
  },
  { weight: 1, arbitrary: fc.array(fc.oneof(remark, status), { maxLength: 3 }) },
);

/** Generates calls of `create`. */
const create = fc.record(
  {
    kind: fc.constant('create'),
    scope: fc.nat({ max: 1 }),
    context: fc.nat({ max: 1 }),
    skill: fc.nat({ max: 2 }),
    key: few,
    twin: fc.constantFrom(false, false, false, false, true),
    ttlMs,
  },
  { requiredKeys: ['kind', 'scope', 'context', 'skill', 'twin'] },
);
const append = fc.record({ kind: fc.constant('append'), lease: few, events });
const keepMemo = fc.record({
  kind: fc.constant('keepMemo'),
  lease: few,
  position: few,
  text,
});
const claim = fc.record(
  { kind: fc.constant('claim'), ttlMs, limit: few, skillLimit: fc.integer({ min: -1, max: 2 }) },
  { requiredKeys: ['kind', 'ttlMs', 'limit'] },
);
const reply = fc.record(
  {
    kind: fc.constant('reply'),
    task,
    ago: fc.constantFrom(0, 0, 0, 1, 2),
    key: few,
    events,
    ttlMs,
  },
  { requiredKeys: ['kind', 'task', 'ago', 'events'] },
);
const renew = fc.record({ kind: fc.constant('renew'), leases, ttlMs });
const release = fc.record(
  { kind: fc.constant('release'), leases, retryAfterMs: fc.constantFrom(0, 100, 1_000) },
  { requiredKeys: ['kind', 'leases'] },
);
const aimed: Arbitrary<Choice> = fc.oneof(
  fc.record({ kind: fc.constant('cancel'), task, force: fc.boolean() }),
  fc.record({ kind: fc.constant('delete'), task }),
);
const prune = fc.record(
  {
    kind: fc.constant('prune'),
    keep: few,
    limit: few,
    ago: fc.constantFrom(0, 100, 1_000),
  },
  { requiredKeys: ['kind'] },
);

/** Generates calls that may change tasks. */
export const changes: Arbitrary<Choice> = fc.oneof(
  { weight: 4, arbitrary: create },
  { weight: 6, arbitrary: append },
  { weight: 2, arbitrary: keepMemo },
  { weight: 2, arbitrary: claim },
  { weight: 3, arbitrary: reply },
  { weight: 1, arbitrary: renew },
  { weight: 2, arbitrary: release },
  { weight: 2, arbitrary: aimed },
  { weight: 1, arbitrary: prune },
);

/** Generates calls that only read. */
export const looks: Arbitrary<Choice> = fc.oneof(
  fc.record({ kind: fc.constant('get'), task }),
  fc.record({
    kind: fc.constant('read'),
    task,
    after: fc.integer({ min: -1, max: 4 }),
    limit: fc.nat({ max: 5 }),
  }),
  fc.record(
    {
      kind: fc.constant('list'),
      scope: fc.nat({ max: 1 }),
      pageSize: fc.integer({ min: 1, max: 4 }),
      state,
      context: fc.nat({ max: 1 }),
      ago: fc.constantFrom(0, 100, 1_000),
    },
    { requiredKeys: ['kind', 'scope', 'pageSize'] },
  ),
);

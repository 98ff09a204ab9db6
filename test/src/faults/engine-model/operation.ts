import type { Scope } from '@formwork/runtime';
import type {
  ClaimRequest,
  Lease,
  NewTask,
  NewTaskEvent,
  PruneRequest,
  Reply,
  TaskEngine,
  TaskPage,
  TaskQuery,
  WorkRequest,
} from '@formwork/runtime';

/** A call of an engine with its arguments, as data. */
export type Operation =
  | { readonly kind: 'create'; readonly task: NewTask; readonly claim?: ClaimRequest }
  | { readonly kind: 'get'; readonly scope: Scope; readonly taskId: string }
  /** A call of `list` for every page, until the last one. */
  | { readonly kind: 'list'; readonly scope: Scope; readonly query: TaskQuery }
  | {
      readonly kind: 'append';
      readonly lease: Lease;
      readonly events: readonly NewTaskEvent[];
    }
  | {
      readonly kind: 'keepMemo';
      readonly lease: Lease;
      readonly memo: Extract<NewTaskEvent, { readonly kind: 'memo' }>;
    }
  | {
      readonly kind: 'read';
      readonly scope: Scope;
      readonly taskId: string;
      readonly after: number;
      readonly limit: number;
    }
  | { readonly kind: 'claim'; readonly request: WorkRequest; readonly limit: number }
  | { readonly kind: 'renew'; readonly leases: readonly Lease[]; readonly ttlMs: number }
  | {
      readonly kind: 'cancel';
      readonly scope: Scope;
      readonly taskId: string;
      readonly force: boolean;
    }
  | {
      readonly kind: 'reply';
      readonly scope: Scope;
      readonly taskId: string;
      readonly reply: Reply;
      readonly claim?: ClaimRequest;
    }
  | {
      readonly kind: 'release';
      readonly leases: readonly Lease[];
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'delete'; readonly scope: Scope; readonly taskId: string }
  | { readonly kind: 'prune'; readonly request: PruneRequest };

/** The outcome of a call: a value, or an error, compared by name. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly name: string };

/**
 * A page of tasks as outcomes are compared: without the page token, which differs between engines.
 */
export type ListedPage = Omit<TaskPage, 'nextPageToken'>;

/** Calls an engine as an operation says and returns the outcome. */
export async function callEngine(engine: TaskEngine, operation: Operation): Promise<Outcome> {
  try {
    return { kind: 'value', value: await call(engine, operation) };
  } catch (error) {
    return { kind: 'error', name: error instanceof Error ? error.name : String(error) };
  }
}

function call(engine: TaskEngine, operation: Operation): Promise<unknown> {
  switch (operation.kind) {
    case 'create':
      return engine.create(operation.task, operation.claim);
    case 'get':
      return engine.get(operation.scope, operation.taskId);
    case 'list':
      return walk(engine, operation.scope, operation.query);
    case 'append':
      return engine.append(operation.lease, operation.events);
    case 'keepMemo':
      return engine.keepMemo(operation.lease, operation.memo);
    case 'read': {
      const { scope, taskId, ...options } = operation;
      return engine.read(scope, taskId, options);
    }
    case 'claim':
      return engine.claim(operation.request, operation.limit);
    case 'renew':
      return engine.renew(operation.leases, operation.ttlMs);
    case 'cancel':
      return engine.cancel(operation.scope, operation.taskId, { force: operation.force });
    case 'reply': {
      const { scope, taskId, reply, claim } = operation;
      return engine.reply(scope, taskId, { reply, ...(claim && { claim }) });
    }
    case 'release': {
      const { leases, retryAfterMs } = operation;
      return engine.release(leases, retryAfterMs === undefined ? {} : { retryAfterMs });
    }
    case 'delete':
      return engine.delete(operation.scope, operation.taskId);
    case 'prune':
      return engine.prune(operation.request);
  }
}

async function walk(
  engine: TaskEngine,
  scope: Scope,
  query: TaskQuery,
): Promise<readonly ListedPage[]> {
  const pages: ListedPage[] = [];
  let next: TaskQuery | undefined = query;
  while (next !== undefined) {
    const { nextPageToken, ...page }: TaskPage = await engine.list(scope, next);
    pages.push(page);
    next = nextPageToken === undefined ? undefined : { ...query, pageToken: nextPageToken };
  }
  return pages;
}

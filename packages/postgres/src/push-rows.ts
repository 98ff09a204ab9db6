import type {
  DeadLetter,
  Delivery,
  DeliverySettlement,
  PushConfig,
  PushStore,
} from '@formwork/runtime';
import type { Selectable } from 'kysely';
import type { Connection, Run } from './connection.ts';
import { fromScopeColumn, fromColumn, toColumn } from './stored-text.ts';
import type { PushTable, TaskTable } from './tables.ts';

/** Keeps the push configs of tasks, and how far their receivers have been notified. */
export interface PushRows {
  readonly methods: PushStore;
  /**
   * Adds a push config whose receiver is notified of the whole log of a task, inside the
   * transaction `run`.
   */
  add(run: Run, taskNumber: number, config: PushConfig): Promise<void>;
}

/** Options of {@link createPushRows}. */
export interface PushRowsOptions {
  /**
   * Makes the tables if they are missing, and resolves once they exist; rejects if the engine is
   * closed.
   */
  readonly open: () => Promise<void>;
  /** Called with the id of a task for whose receivers there may be notifications to send. */
  readonly onDue: (taskId: string) => void;
}

type OwnedRow = Omit<Selectable<PushTable>, 'config'> &
  Pick<Selectable<TaskTable>, 'scope' | 'context_id'> & {
    readonly task_id: string;
    readonly config: PushConfig;
    readonly now: number;
  };

const DEFAULT_LETTERS = 100;
const OWNED = `p.number, p.task_number, p.id, p.config, p.seq, p.due, p.epoch, p.failures,
  p.failing_since, p.died_at, p.reason, t.id as task_id, t.scope, t.context_id`;

/** The SQL assignments that reset the failures of a push config after a successful delivery. */
const RECOVERED = 'failures = 0, failing_since = null, died_at = null, reason = null';

/**
 * Makes the part of the engine that keeps push configs. Every change of a config's due time first
 * locks the row of its task, as writers of events do, so that neither misses the other's change.
 */
export function createPushRows(
  { schema, run, transact }: Connection,
  { open, onDue }: PushRowsOptions,
): PushRows {
  const insert = {
    text: `insert into ${schema}.push (task_number, id, config, seq, due)
      values ($1, $2, $3, $4, $5)`,
  };
  const lockTask = {
    text: `select number, seq, ${schema}.now_ms() as now from ${schema}.task
      where id = $1 and scope = $2 for no key update`,
  };
  const claim = {
    text: `update ${schema}.push p set due = d.now + $2, epoch = p.epoch + 1
      from (
        select number, due, failing_since, (select ${schema}.now_ms()) as now from ${schema}.push
        where due <= (select ${schema}.now_ms()) order by due, number limit $1
        for update skip locked
      ) d, ${schema}.task t
      where p.number = d.number and t.number = p.task_number
      returning ${OWNED.replace('p.due', 'd.due')}, d.now`,
  };
  const listDead = {
    text: `select ${OWNED}, 0 as now from ${schema}.push p
      join ${schema}.task t on t.number = p.task_number
      where p.died_at is not null order by p.died_at desc, p.number desc limit $1`,
  };
  const setFlag = {
    text: `update ${schema}.task
      set push = exists (select 1 from ${schema}.push where task_number = $1) where number = $1`,
  };

  interface LockedTask {
    readonly number: number;
    readonly seq: number;
    readonly now: number;
  }

  async function lock(step: Run, taskId: string, scope: string): Promise<LockedTask | undefined> {
    const [task] = await step<LockedTask>(lockTask, [toColumn(taskId), toColumn(scope)]);
    return task;
  }

  /** Resets the failures of one push config and makes it due, while its task's row is locked. */
  async function recover(
    step: Run,
    task: LockedTask,
    {
      condition,
      values,
      set = '',
    }: { condition: string; values: readonly unknown[]; set?: string },
  ): Promise<boolean> {
    const rows = await step(
      {
        text: `update ${schema}.push p set ${set} ${RECOVERED}, epoch = p.epoch + 1,
          due = case when p.seq < $1 then $2::bigint end
        where p.task_number = $3 and ${condition} returning p.number`,
      },
      [task.seq, task.now, task.number, ...values],
    );
    return rows.length > 0;
  }

  const methods: PushStore = {
    async setPushConfig(scope, taskId, { config, maxConfigs }) {
      await open();
      const outcome = await transact(async (step) => {
        const task = await lock(step, taskId, scope);
        if (task === undefined) return { kind: 'not-found' } as const;
        const values = [toColumn(config.id), JSON.stringify(config)];
        const isThere = await recover(step, task, {
          condition: 'p.id = $4',
          set: 'config = $5::json,',
          values,
        });
        if (isThere) return { kind: 'set' } as const;
        const [found] = await step<{ readonly count: number }>(
          { text: `select count(*) as count from ${schema}.push where task_number = $1` },
          [task.number],
        );
        if ((found?.count ?? 0) >= maxConfigs) return { kind: 'full' } as const;
        await step(insert, [task.number, ...values, task.seq, null]);
        await step(setFlag, [task.number]);
        return { kind: 'set' } as const;
      });
      if (outcome.kind === 'set') onDue(taskId);
      return outcome;
    },

    async listPushConfigs(scope, taskId) {
      await open();
      const rows = await run<{ readonly config: PushConfig | null }>(
        {
          text: `select p.config from ${schema}.task t
            left join ${schema}.push p on p.task_number = t.number
            where t.id = $1 and t.scope = $2 order by p.number`,
        },
        [toColumn(taskId), toColumn(scope)],
      );
      return rows.length === 0 ? undefined : rows.flatMap(({ config }) => config ?? []);
    },

    async deletePushConfig(scope, taskId, configId) {
      await open();
      return transact(async (step) => {
        const task = await lock(step, taskId, scope);
        if (task === undefined) return false;
        await step({ text: `delete from ${schema}.push where task_number = $1 and id = $2` }, [
          task.number,
          toColumn(configId),
        ]);
        await step(setFlag, [task.number]);
        return true;
      });
    },

    async claimDeliveries({ ttlMs }, limit) {
      await open();
      if (limit <= 0) return [];
      const rows = await run<OwnedRow>(claim, [limit, ttlMs]);
      return rows
        .toSorted((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.number - b.number)
        .map(readDelivery);
    },

    async settleDelivery({ scope, taskId, number, epoch }, settlement) {
      await open();
      const due = await transact(async (step) => {
        const task = await lock(step, taskId, scope);
        return task && settle(step, { schema, task, number, epoch, settlement });
      });
      if (due !== undefined && due !== null && settlement.kind !== 'delivered') onDue(taskId);
      return due !== undefined;
    },

    async listDeadLetters(limit = DEFAULT_LETTERS) {
      await open();
      const rows = await run<OwnedRow>(listDead, [Math.max(0, limit)]);
      return rows.map(readDeadLetter);
    },

    async reviveDeadLetter({ scope, taskId, configId }) {
      await open();
      const isRevived = await transact(async (step) => {
        const task = await lock(step, taskId, scope);
        if (task === undefined) return false;
        const condition = 'p.id = $4 and p.died_at is not null';
        return recover(step, task, { condition, values: [toColumn(configId)] });
      });
      if (isRevived) onDue(taskId);
      return isRevived;
    },
  };

  return {
    methods,
    async add(step, taskNumber, config) {
      const values = [taskNumber, toColumn(config.id), JSON.stringify(config), 0];
      await step({ text: insert.text.replace('$5', `${schema}.now_ms()`) }, values);
    },
  };
}

interface Settling {
  readonly schema: string;
  readonly task: { readonly seq: number; readonly now: number };
  readonly number: number;
  readonly epoch: number;
  readonly settlement: DeliverySettlement;
}

/**
 * Stores the outcome of a delivery. Returns the time from which the config is due again, null if
 * only further events make it due, or `undefined` if a newer delivery exists.
 */
async function settle(
  run: Run,
  { schema, task: { seq, now }, number, epoch, settlement }: Settling,
): Promise<number | null | undefined> {
  const { text, values } = toChange(settlement, now);
  const statement = {
    text: `update ${schema}.push set ${text} where number = $1 and epoch = $2 returning due`,
  };
  const [row] = await run<Pick<OwnedRow, 'due'>>(statement, [number, epoch, ...values(seq)]);
  return row?.due;
}

/** An SQL assignment that stores the outcome of a delivery, and its values, which begin at `$3`. */
interface RowChange {
  readonly text: string;
  readonly values: (lastSeq: number) => readonly unknown[];
}

function toChange(settlement: DeliverySettlement, now: number): RowChange {
  const failed = `failures = failures + 1, failing_since = coalesce(failing_since, $3::bigint)`;
  switch (settlement.kind) {
    case 'delivered':
      return {
        text: `${RECOVERED}, seq = $3, due = $4`,
        values: () => [settlement.seq, now + settlement.ttlMs],
      };
    case 'finished':
      return {
        text: `${RECOVERED}, epoch = epoch + 1, seq = $3, due = $4`,
        values: (lastSeq) => [settlement.seq, lastSeq > settlement.seq ? now : null],
      };
    case 'failed':
      return {
        text: `${failed}, epoch = epoch + 1, due = $4, reason = $5`,
        values: () => [now, now + settlement.retryInMs, settlement.reason],
      };
    case 'dead':
      return {
        text: `${failed}, epoch = epoch + 1, due = null, died_at = $3::bigint, reason = $4`,
        values: () => [now, settlement.reason],
      };
    case 'released':
      return {
        text: 'epoch = epoch + 1, due = $3',
        values: () => [now + (settlement.dueInMs ?? 0)],
      };
  }
}

function readDelivery(row: OwnedRow): Delivery {
  return {
    taskId: fromColumn(row.task_id),
    scope: fromScopeColumn(row.scope),
    contextId: fromColumn(row.context_id),
    config: row.config,
    after: row.seq,
    failures: row.failures,
    failingForMs: row.now - (row.failing_since ?? row.now),
    number: row.number,
    epoch: row.epoch,
  };
}

function readDeadLetter(row: OwnedRow): DeadLetter {
  return {
    taskId: fromColumn(row.task_id),
    scope: fromScopeColumn(row.scope),
    configId: fromColumn(row.id),
    url: row.config.url,
    after: row.seq,
    failures: row.failures,
    reason: row.reason ?? '',
    diedAt: new Date(row.died_at ?? 0).toISOString(),
  };
}

import type {
  DeadLetter,
  Delivery,
  DeliveryReport,
  PushConfig,
  PushStore,
  Scope,
  PushConfigChange,
  SetPushConfigOutcome,
  ClaimRequest,
} from '@formwork/runtime';
import type { Selectable } from 'kysely';
import type { Connection, Run } from './connection.ts';
import { fromScopeColumn, fromColumn, toColumn } from './stored-text.ts';
import type { PushTable, TaskTable } from './tables.ts';

/** Options of {@link PushMethods}. */
interface PushMethodsOptions {
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

/** Keeps the push configs of tasks, and how far their receivers have been notified. */
export class PushRows {
  readonly #connection: Connection;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#statements = prepareStatements(connection);
  }

  /**
   * Adds a push config whose receiver is notified of the whole log of a task, inside the
   * transaction `run`.
   */
  async add(step: Run, taskNumber: number, config: PushConfig): Promise<void> {
    const values = [taskNumber, toColumn(config.id), JSON.stringify(config), 0];
    await step(
      { text: this.#statements.insert.text.replace('$5', `${this.#connection.schema}.now_ms()`) },
      values,
    );
  }
}

interface LockedTask {
  readonly number: number;
  readonly seq: number;
  readonly now: number;
}

/**
 * The methods of the engine that concern push configs. Every change of a config's due time first
 * locks the row of its task, because writers of events do so, too: neither misses the other's
 * change.
 */
export class PushMethods implements PushStore {
  readonly #connection: Connection;
  readonly #options: PushMethodsOptions;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(connection: Connection, options: PushMethodsOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#statements = prepareStatements(connection);
  }

  async setPushConfig(
    scope: Scope,
    taskId: string,
    { config, maxConfigs }: PushConfigChange,
  ): Promise<SetPushConfigOutcome> {
    await this.#options.open();
    const outcome = await this.#connection.transact(async (step) => {
      const task = await this.#lock(step, taskId, scope);
      if (task === undefined) return { kind: 'not-found' } as const;
      const values = [toColumn(config.id), JSON.stringify(config)];
      const isThere = await this.#recover(step, task, {
        condition: 'p.id = $4',
        set: 'config = $5::json,',
        values,
      });
      if (isThere) return { kind: 'set' } as const;
      const [row] = await step<{ readonly count: number }>(
        {
          text: `select count(*) as count from ${this.#connection.schema}.push where task_number = $1`,
        },
        [task.number],
      );
      if ((row?.count ?? 0) >= maxConfigs) return { kind: 'full' } as const;
      await step(this.#statements.insert, [task.number, ...values, task.seq, null]);
      await step(this.#statements.setFlag, [task.number]);
      return { kind: 'set' } as const;
    });
    if (outcome.kind === 'set') this.#options.onDue(taskId);
    return outcome;
  }

  async listPushConfigs(scope: Scope, taskId: string): Promise<readonly PushConfig[] | undefined> {
    await this.#options.open();
    const rows = await this.#connection.run<{ readonly config: PushConfig | null }>(
      {
        text: `select p.config from ${this.#connection.schema}.task t
        left join ${this.#connection.schema}.push p on p.task_number = t.number
        where t.id = $1 and t.scope = $2 order by p.number`,
      },
      [toColumn(taskId), toColumn(scope)],
    );
    return rows.length === 0 ? undefined : rows.flatMap(({ config }) => config ?? []);
  }

  async deletePushConfig(scope: Scope, taskId: string, configId: string): Promise<boolean> {
    await this.#options.open();
    return this.#connection.transact(async (step) => {
      const task = await this.#lock(step, taskId, scope);
      if (task === undefined) return false;
      await step(
        { text: `delete from ${this.#connection.schema}.push where task_number = $1 and id = $2` },
        [task.number, toColumn(configId)],
      );
      await step(this.#statements.setFlag, [task.number]);
      return true;
    });
  }

  async claimDeliveries({ ttlMs }: ClaimRequest, limit: number): Promise<readonly Delivery[]> {
    await this.#options.open();
    if (limit <= 0) return [];
    const rows = await this.#connection.run<OwnedRow>(this.#statements.claim, [limit, ttlMs]);
    return rows
      .toSorted((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.number - b.number)
      .map(readDelivery);
  }

  async settleDelivery(
    { scope, taskId, number, epoch }: Delivery,
    report: DeliveryReport,
  ): Promise<boolean> {
    await this.#options.open();
    const due = await this.#connection.transact(async (step) => {
      const task = await this.#lock(step, taskId, scope);
      return task && settle(step, { schema: this.#connection.schema, task, number, epoch, report });
    });
    if (due !== undefined && due !== null && report.kind !== 'delivered')
      this.#options.onDue(taskId);
    return due !== undefined;
  }

  async listDeadLetters(limit = DEFAULT_LETTERS): Promise<readonly DeadLetter[]> {
    await this.#options.open();
    const rows = await this.#connection.run<OwnedRow>(this.#statements.listDead, [
      Math.max(0, limit),
    ]);
    return rows.map(readDeadLetter);
  }

  async reviveDeadLetter({
    scope,
    taskId,
    configId,
  }: Pick<DeadLetter, 'scope' | 'taskId' | 'configId'>): Promise<boolean> {
    await this.#options.open();
    const isRevived = await this.#connection.transact(async (step) => {
      const task = await this.#lock(step, taskId, scope);
      if (task === undefined) return false;
      const condition = 'p.id = $4 and p.died_at is not null';
      return this.#recover(step, task, { condition, values: [toColumn(configId)] });
    });
    if (isRevived) this.#options.onDue(taskId);
    return isRevived;
  }

  async #lock(step: Run, taskId: string, scope: string): Promise<LockedTask | undefined> {
    const [task] = await step<LockedTask>(this.#statements.lockTask, [
      toColumn(taskId),
      toColumn(scope),
    ]);
    return task;
  }

  /** Resets the failures of one push config and makes it due, while its task's row is locked. */
  async #recover(
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
        text: `update ${this.#connection.schema}.push p set ${set} ${RECOVERED}, epoch = p.epoch + 1,
          due = case when p.seq < $1 then $2::bigint end
        where p.task_number = $3 and ${condition} returning p.number`,
      },
      [task.seq, task.now, task.number, ...values],
    );
    return rows.length > 0;
  }
}

/** Prepares the statements of push configs. */
function prepareStatements({ schema }: Pick<Connection, 'schema'>) {
  return {
    claim: {
      text: `update ${schema}.push p set due = d.now + $2, epoch = p.epoch + 1
      from (
        select number, due, failing_since, (select ${schema}.now_ms()) as now from ${schema}.push
        where due <= (select ${schema}.now_ms()) order by due, number limit $1
        for update skip locked
      ) d, ${schema}.task t
      where p.number = d.number and t.number = p.task_number
      returning ${OWNED.replace('p.due', 'd.due')}, d.now`,
    },
    listDead: {
      text: `select ${OWNED}, 0 as now from ${schema}.push p
      join ${schema}.task t on t.number = p.task_number
      where p.died_at is not null order by p.died_at desc, p.number desc limit $1`,
    },
    setFlag: {
      text: `update ${schema}.task
      set push = exists (select 1 from ${schema}.push where task_number = $1) where number = $1`,
    },

    insert: {
      text: `insert into ${schema}.push (task_number, id, config, seq, due)
      values ($1, $2, $3, $4, $5)`,
    },
    lockTask: {
      text: `select number, seq, ${schema}.now_ms() as now from ${schema}.task
      where id = $1 and scope = $2 for no key update`,
    },
  };
}

/**
 * Stores the outcome of a delivery. Returns the time from which the config is due again, null if
 * only further events make it due, or `undefined` if a newer delivery exists.
 */
async function settle(
  run: Run,
  {
    schema,
    task: { seq, now },
    number,
    epoch,
    report,
  }: {
    readonly schema: string;
    readonly task: { readonly seq: number; readonly now: number };
    readonly number: number;
    readonly epoch: number;
    readonly report: DeliveryReport;
  },
): Promise<number | null | undefined> {
  const { text, values } = toChange(report, now);
  const statement = {
    text: `update ${schema}.push set ${text} where number = $1 and epoch = $2 returning due`,
  };
  const [row] = await run<Pick<OwnedRow, 'due'>>(statement, [number, epoch, ...values(seq)]);
  return row?.due;
}

/** Writes the outcome of a delivery as an SQL assignment, and its values, which begin at `$3`. */
function toChange(
  report: DeliveryReport,
  now: number,
): {
  readonly text: string;
  readonly values: (lastSeq: number) => readonly unknown[];
} {
  const failed = `failures = failures + 1, failing_since = coalesce(failing_since, $3::bigint)`;
  switch (report.kind) {
    case 'delivered':
      return {
        text: `${RECOVERED}, seq = $3, due = $4`,
        values: () => [report.seq, now + report.ttlMs],
      };
    case 'finished':
      return {
        text: `${RECOVERED}, epoch = epoch + 1, seq = $3, due = $4`,
        values: (lastSeq) => [report.seq, lastSeq > report.seq ? now : null],
      };
    case 'failed':
      return {
        text: `${failed}, epoch = epoch + 1, due = $4, reason = $5`,
        values: () => [now, now + report.retryInMs, report.reason],
      };
    case 'dead':
      return {
        text: `${failed}, epoch = epoch + 1, due = null, died_at = $3::bigint, reason = $4`,
        values: () => [now, report.reason],
      };
    case 'released':
      return {
        text: 'epoch = epoch + 1, due = $3',
        values: () => [now + (report.dueInMs ?? 0)],
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

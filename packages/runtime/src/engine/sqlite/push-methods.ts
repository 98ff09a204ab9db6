import { TaskDamagedError } from '../../errors.ts';
import type { DeliveryReport, PushStore } from '../push-store.ts';
import type { FileClock } from './file-clock.ts';
import type { GroupCommit } from './group-commit.ts';
import { isIntact, readPushConfig, type PushRow } from './push-rows.ts';
import { retryWhileBusy } from './statements.ts';
import type { TaskStore } from './task-store.ts';

/** Options of {@link createPushMethods}. */
export interface PushMethodsOptions {
  /** Resolves to the tables of the engine; rejects if it is closed. */
  readonly open: () => Promise<{
    readonly clock: Pick<FileClock, 'read'>;
    readonly store: TaskStore;
    readonly commits: GroupCommit;
  }>;
  /** Called with the id of a task whose receivers may have to be notified. */
  readonly onDue: (taskId: string) => void;
}

/** The values of a push config's columns after a successful delivery, which reset its failures. */
const RECOVERED = { failures: 0, failing_since: null, died_at: null, reason: null } as const;
const DEFAULT_LETTERS = 100;

/** Makes the methods of the SQLite engine that keep push configs and their deliveries. */
export function createPushMethods({ open, onDue }: PushMethodsOptions): PushStore {
  return {
    async setPushConfig(scope, taskId, { config, maxConfigs }) {
      const { store, commits } = await open();
      const outcome = await commits.run((time) => {
        const task = store.findIn(scope, taskId);
        if (task === undefined) return { kind: 'not-found' } as const;
        const stored = store.pushes.find(task.number, config.id);
        // The position of a damaged config is unknown, so the new config begins at the end of the
        // log.
        if (stored !== undefined && !isIntact(stored)) store.pushes.delete(stored);
        if (stored !== undefined && isIntact(stored)) {
          const row = store.pushes.setConfig(stored, config);
          const due = hasNews(store, row, row.seq) ? time : null;
          store.pushes.update(row, { ...RECOVERED, due });
        } else if (store.pushes.list(task.number).length >= maxConfigs) {
          return { kind: 'full' } as const;
        } else store.pushes.insert(task.number, config, store.getLastSeq(task));
        return { kind: 'set' } as const;
      });
      if (outcome.kind === 'set') onDue(taskId);
      return outcome;
    },

    async listPushConfigs(scope, taskId) {
      const { store } = await open();
      return retryWhileBusy(() => {
        const task = store.findIn(scope, taskId);
        const rows = task && store.pushes.list(task.number);
        if (rows?.every(isIntact) === false) throw createDamagedError(taskId);
        return rows?.map(readPushConfig);
      });
    },

    async deletePushConfig(scope, taskId, configId) {
      const { store, commits } = await open();
      return commits.run(() => {
        const task = store.findIn(scope, taskId);
        const row = task && store.pushes.find(task.number, configId);
        if (row !== undefined) store.pushes.delete(row);
        return task !== undefined;
      });
    },

    async claimDeliveries({ ttlMs }, limit) {
      const { clock, store, commits } = await open();
      // Every transaction writes to the disk, so a claim begins one only if a delivery is due.
      if (!(await retryWhileBusy(() => store.pushes.hasDue(clock.read())))) return [];
      return commits.run((time) => store.pushes.claim({ time, limit, end: time + ttlMs }));
    },

    async settleDelivery({ number, epoch, taskId }, report) {
      const { store, commits } = await open();
      const due = await commits.run((time) => {
        const row = store.pushes.findNumber(number);
        if (row?.epoch !== epoch) return undefined;
        return applyReport(store, { row, report }, time);
      });
      if (due !== undefined && due !== null && report.kind !== 'delivered') onDue(taskId);
      return due !== undefined;
    },

    async listDeadLetters(limit = DEFAULT_LETTERS) {
      const { store } = await open();
      return retryWhileBusy(() => store.pushes.listDead(limit));
    },

    async reviveDeadLetter({ scope, taskId, configId }) {
      const { store, commits } = await open();
      const isRevived = await commits.run((time) => {
        const task = store.findIn(scope, taskId);
        const row = task && store.pushes.find(task.number, configId);
        if (row === undefined || row.died_at === null) return false;
        const due = hasNews(store, row, row.seq) ? time : null;
        store.pushes.update(row, { ...RECOVERED, due });
        return true;
      });
      if (isRevived) onDue(taskId);
      return isRevived;
    },
  };
}

function createDamagedError(taskId: string): TaskDamagedError {
  return new TaskDamagedError(taskId, {
    message: `Cannot read the push configs of task ${taskId} because they are damaged. Set or delete them anew.`,
  });
}

/**
 * Stores the outcome of a delivery inside a transaction, and returns the time from which the config
 * is due again, in milliseconds since 1970; null if only further events make it due.
 */
function applyReport(
  store: TaskStore,
  { row, report }: { readonly row: PushRow; readonly report: DeliveryReport },
  time: number,
): number | null {
  const failed = { failures: row.failures + 1, failing_since: row.failing_since ?? time };
  switch (report.kind) {
    case 'delivered': {
      const due = time + report.ttlMs;
      store.pushes.update(row, { ...RECOVERED, seq: report.seq, due }, 'keeps');
      return due;
    }
    case 'finished': {
      const due = hasNews(store, row, report.seq) ? time : null;
      store.pushes.update(row, { ...RECOVERED, seq: report.seq, due });
      return due;
    }
    case 'failed': {
      const due = time + report.retryInMs;
      store.pushes.update(row, { ...failed, due, reason: report.reason });
      return due;
    }
    case 'dead':
      store.pushes.update(row, {
        ...failed,
        due: null,
        died_at: time,
        reason: report.reason,
      });
      return null;
    case 'released': {
      const due = time + (report.dueInMs ?? 0);
      store.pushes.update(row, { due });
      return due;
    }
  }
}

function hasNews(store: TaskStore, { task_number: number }: PushRow, seq: number): boolean {
  return store.getLastSeq({ number }) > seq;
}

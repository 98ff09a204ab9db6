import type { BlobStore } from '@formwork/runtime';
import { BOOLEAN_RULE, checkOptions, createTimerRule } from '@formwork/schema/options';
import { CONNECTION_RULES, type ConnectionOptions } from './connection.ts';

/** Options of `createPostgresEngine`. */
export interface PostgresEngineOptions extends ConnectionOptions {
  /**
   * The time for which notices of changed tasks are gathered before one notification takes them to
   * other processes, in milliseconds. Default 5. A shorter time brings events to streams of other
   * processes sooner, and costs more notifications.
   */
  readonly hintDelayMs?: number;
  /**
   * The interval in milliseconds at which the engine looks for writes of other processes while it
   * gets no notifications, as through a pooler. Default 1,000.
   */
  readonly pollMs?: number;
  /**
   * True refuses a schema without tables, and makes nothing in the database. Default false: missing
   * tables are made.
   */
  readonly mustExist?: boolean;
  /**
   * The store for texts that are too long for rows; all engines on one schema need the same store.
   * Default: rows hold all texts.
   */
  readonly blobStore?: BlobStore;
  /**
   * The length in characters, as JSON, from which the text of an event goes to the blob store.
   * Default 262,144.
   */
  readonly blobsAbove?: number;
}

/** @throws TypeError or RangeError that names the option at fault */
export function checkEngineOptions(options: PostgresEngineOptions): void {
  checkOptions(options, {
    subject: 'Cannot create a PostgreSQL engine',
    rules: {
      ...CONNECTION_RULES,
      hintDelayMs: createTimerRule(0),
      pollMs: createTimerRule(1),
      mustExist: BOOLEAN_RULE,
      blobStore: {
        expected: 'a blob store',
        isValid: (value) => typeof value === 'object' && value !== null,
      },
      blobsAbove: {
        expected: 'a number from 0',
        isValid: (value) => typeof value === 'number' && value >= 0,
      },
    },
  });
}

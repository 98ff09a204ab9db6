import * as runtime from '@formwork/runtime';
import * as sqlite from '@formwork/runtime/sqlite';
import { expect, test } from 'vitest';

// Every exported name is a promise to the users of the package.

test('@formwork/runtime exports exactly this', () => {
  expect(Object.keys(runtime).toSorted()).toMatchInlineSnapshot(`
    [
      "BlobMissingError",
      "EngineClosedError",
      "EngineSchemaUnknownError",
      "EngineStorageError",
      "InvalidPageTokenError",
      "LeaseLostError",
      "LogFullError",
      "MemoError",
      "OutputInvalidError",
      "QuotaError",
      "SkillMissingError",
      "TaskCallError",
      "TaskDamagedError",
      "UnavailableError",
      "confirmAuthorization",
      "createFileBlobStore",
      "createMemoryEngine",
      "createMemoryRecords",
      "createTaskSweeper",
      "deleteTask",
      "isInterruptedState",
      "isTerminalState",
    ]
  `);
});

test('@formwork/runtime/sqlite exports exactly this', () => {
  expect(Object.keys(sqlite).toSorted()).toEqual([
    'backUpSqlite',
    'createSqliteEngine',
    'createSqliteRecords',
  ]);
});

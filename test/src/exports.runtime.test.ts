import * as runtime from '@formwork/runtime';
import * as sqlite from '@formwork/runtime/sqlite';
import { expect, test } from 'vitest';

// A new name here is a promise to everybody who uses the package.

test('@formwork/runtime exports exactly this', () => {
  expect(Object.keys(runtime).toSorted()).toMatchInlineSnapshot(`
    [
      "BlobMissingError",
      "EngineClosedError",
      "EngineSchemaUnknownError",
      "EngineStorageError",
      "InvalidPageTokenError",
      "LAST_EVENT_ID_KEY",
      "LOGGER_RULE",
      "LeaseLostError",
      "LogFullError",
      "MemoError",
      "OutputInvalidError",
      "SkillMissingError",
      "TaskCallError",
      "TaskDamagedError",
      "UnavailableError",
      "checkRunnerOptions",
      "confirmAuthorization",
      "createAgentVersions",
      "createFileBlobStore",
      "createHintHub",
      "createJanitor",
      "createMemoryEngine",
      "createPushSender",
      "createRequestHandler",
      "createRunner",
      "deleteTask",
      "isDetailedError",
      "isInterruptedState",
      "isTerminalState",
      "parseRetention",
      "subscribe",
      "toEventId",
      "toPrincipalScope",
      "toPushSettings",
    ]
  `);
});

test('@formwork/runtime/sqlite exports exactly this', () => {
  expect(Object.keys(sqlite)).toEqual(['createSqliteEngine']);
});

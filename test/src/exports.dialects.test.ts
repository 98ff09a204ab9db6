import * as dialects from '@formwork/dialects';
import * as sqlite from '@formwork/dialects/sqlite';
import { expect, test } from 'vitest';

// A new name here is a promise to everybody who uses the package.

test('@formwork/dialects exports exactly this', () => {
  expect(Object.keys(dialects).toSorted()).toMatchInlineSnapshot(`
    [
      "KeyRefusedError",
      "NonceStoreError",
      "NonceStoreFullError",
      "SYSTEM_METADATA_KEY",
      "TASK_METADATA_KEY",
      "checkEnvelope",
      "createEnvelope",
      "createEnvelopeDialect",
      "createKeyRing",
      "createMemoryNonceStore",
      "createSentMessages",
      "createSessionDialect",
      "createSigningKey",
      "findCorrelationProblem",
      "signEnvelope",
      "verifyEnvelope",
    ]
  `);
});

test('@formwork/dialects/sqlite exports exactly this', () => {
  expect(Object.keys(sqlite)).toMatchInlineSnapshot(`
    [
      "createSqliteNonceStore",
    ]
  `);
});

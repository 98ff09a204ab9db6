import * as adapters from '@formwork/adapters';
import * as sqlite from '@formwork/adapters/sqlite';
import * as embed from '@formwork/embed';
import { expect, test } from 'vitest';

// Every exported name is a promise to the users of the package.

test('@formwork/embed exports exactly this', () => {
  expect(Object.keys(embed).toSorted()).toMatchInlineSnapshot(`
    [
      "createFormLink",
      "createPublicFormsAdapter",
      "readElementFile",
    ]
  `);
});

test('@formwork/adapters exports exactly this', () => {
  expect(Object.keys(adapters).toSorted()).toMatchInlineSnapshot(`
    [
      "KeyRefusedError",
      "NonceStoreError",
      "NonceStoreFullError",
      "SYSTEM_METADATA_KEY",
      "TASK_METADATA_KEY",
      "checkEnvelope",
      "createEnvelope",
      "createEnvelopeAdapter",
      "createKeyRing",
      "createMemoryNonceStore",
      "createNonceStore",
      "createSentMessages",
      "createSessionAdapter",
      "createSigningKey",
      "findCorrelationProblem",
      "signEnvelope",
      "verifyEnvelope",
    ]
  `);
});

test('@formwork/adapters/sqlite exports exactly this', () => {
  expect(Object.keys(sqlite)).toMatchInlineSnapshot(`
    [
      "createSqliteNonceStore",
    ]
  `);
});

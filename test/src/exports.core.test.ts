import * as core from '@formwork/core';
import * as schema from '@formwork/schema';
import { expect, test } from 'vitest';

// Every exported name is a promise to the users of the package.

test('@formwork/core exports exactly this', () => {
  expect(Object.keys(core).toSorted()).toMatchInlineSnapshot(`
    [
      "DefinitionError",
      "FOLLOW_UP_FORMS_EXTENSION_URI",
      "FormworkError",
      "OBJECT_SCHEMAS_EXTENSION_URI",
      "PEOPLE_EXTENSION_URI",
      "PublicError",
      "RejectedError",
      "RunEndedError",
      "TransientError",
      "defineAgent",
      "defineSkill",
      "fromSchemaMode",
      "isFormworkError",
      "isPeopleAddress",
      "isPublicError",
      "isRejectedError",
      "isRunEndedError",
      "isTransientError",
      "parseMediaType",
      "readAnswerer",
      "resolveRequest",
      "toAgentCard",
      "toDefaultAnswer",
      "toLegacyAgentCard",
      "toSchemaMode",
    ]
  `);
});

test('@formwork/schema exports exactly this', () => {
  expect(Object.keys(schema).toSorted()).toMatchInlineSnapshot(`
    [
      "FormworkError",
      "SchemaError",
      "WIDE_LIMITS",
      "checkSchema",
      "compareSchemas",
      "createExample",
      "createNamedSchema",
      "createRemoteValidator",
      "createValidator",
      "followReference",
      "indexSchema",
      "isFormworkError",
      "isStandardSchema",
      "toDialect",
      "toErrorText",
      "toFingerprint",
      "toModelText",
      "toPlainText",
      "toProblemDetails",
      "vetSchema",
      "vetSchemaShape",
    ]
  `);
});

import type { StandardSchemaV1 } from '@modelcontextprotocol/client';

/** A schema that accepts any result; the code that reads a result checks what it uses. */
export const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'formwork', validate: (value) => ({ value }) },
};

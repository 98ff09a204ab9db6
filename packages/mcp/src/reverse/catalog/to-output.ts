import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';

/** How the output of a tool becomes that of a skill. */
export interface OutputShape {
  readonly schema: JsonSchema;
  /** True if the value is within `result`: a skill gives objects only. */
  readonly isWrapped: boolean;
}

/**
 * The output schema of a skill. What is not plainly an object is put into one as `result`, which is
 * how servers of 2026-07-28 show such an output to older hosts.
 */
export function toOutputShape(schema: JsonSchema): OutputShape {
  if (schema['type'] === 'object') return { schema, isWrapped: false };
  const { $schema, $defs, definitions, ...rest } = schema;
  return {
    isWrapped: true,
    schema: {
      ...($schema !== undefined && { $schema }),
      type: 'object',
      properties: { result: rest },
      required: ['result'],
      // References begin at the root.
      ...(isRecord($defs) && { $defs }),
      ...(isRecord(definitions) && { definitions }),
    },
  };
}

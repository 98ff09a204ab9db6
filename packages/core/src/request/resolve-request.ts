import type { Message } from '@a2a-js/sdk';
import type { NamedSchema } from '@formwork/schema';
import { findTaggedPart } from './find-tagged-part.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** Options of {@link resolveRequest}. */
export interface ResolveRequestOptions {
  /** The input schemas of the agent, by name. */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** True when the message belongs to a task that exists, in whatever state. Default false. */
  readonly taskExists?: boolean;
}

/**
 * The request flow of the extension (section 3) as a pure function: which structured input, or
 * which error, a user message carries. Nothing is written before it has been asked.
 *
 * A name that is declared, but only as an output, counts as unknown: there is nothing to run.
 */
export function resolveRequest(
  message: Message,
  { schemas, taskExists = false }: ResolveRequestOptions,
): RequestOutcome {
  const tagged = findTaggedPart(message);
  if (tagged === undefined) return { kind: 'none' };

  const { schema, partIndex, data } = tagged;
  const refused = { kind: 'structured-input-error', schema, partIndex, problems: [] } as const;
  // The task is told first: no data, valid or not, is looked at once a task exists.
  if (taskExists) return { ...refused, reason: 'STRUCTURED_INPUT_TASK_EXISTS' };

  const named = schemas.get(schema);
  if (named === undefined) return { ...refused, reason: 'STRUCTURED_SCHEMA_UNKNOWN' };

  const problems = named.validator.check(data);
  return problems.length === 0
    ? { kind: 'structured-input', schema, data, partIndex }
    : { ...refused, reason: 'STRUCTURED_INPUT_INVALID', problems };
}

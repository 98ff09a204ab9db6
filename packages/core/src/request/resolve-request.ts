import type { Message, Part } from '@a2a-js/sdk';
import type { NamedSchema, Problem } from '@formwork/schema';
import { fromSchemaMode } from '../media-type/media-type.ts';

/**
 * Options of {@link resolveRequest}: the input schemas, and whether the message belongs to a task.
 */
export interface ResolveRequestOptions {
  /** The input schemas of the agent by name. */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** True when the message belongs to a task that exists, in whatever state. Default false. */
  readonly taskExists?: boolean;
}

/**
 * The request flow of the extension (section 3) as a pure function: which structured input, or
 * which error, a user message carries. Call it before anything is written.
 *
 * A name that is declared, but only as an output, counts as unknown: there is nothing to run.
 *
 * @example
 * ```ts
 * import { resolveRequest, type Agent } from '@formwork/core';
 *
 * declare const agent: Agent;
 * declare const message: Parameters<typeof resolveRequest>[0];
 * const outcome = resolveRequest(message, { schemas: agent.inputSchemas });
 * if (outcome.kind === 'structured-input') console.log(outcome.schema, outcome.data);
 * ```
 */
export function resolveRequest(
  message: Message,
  { schemas, taskExists = false }: ResolveRequestOptions,
): RequestOutcome {
  const tagged = findTaggedPart(message);
  if (tagged === undefined) return { kind: 'none' };

  const { schema, partIndex, data } = tagged;
  const refused = { kind: 'structured-input-error', schema, partIndex, problems: [] } as const;
  // An existing task is reported first: its messages carry no structured input, valid or not.
  if (taskExists) return { ...refused, reason: 'STRUCTURED_INPUT_TASK_EXISTS' };

  const namedSchema = schemas.get(schema);
  if (namedSchema === undefined) return { ...refused, reason: 'STRUCTURED_SCHEMA_UNKNOWN' };

  const problems = namedSchema.validator.check(data);
  return problems.length === 0
    ? { kind: 'structured-input', schema, data, partIndex }
    : { ...refused, reason: 'STRUCTURED_INPUT_INVALID', problems };
}

/** A part of a message that is tagged with the name of a schema. */
export interface TaggedPart {
  readonly partIndex: number;
  readonly schema: string;
  readonly data: unknown;
}

/**
 * Finds the first tagged part of a message: a data part whose `metadata.mimeType`, or in A2A 1.0
 * `mediaType`, is a schema mode (extension, sections 2 and 3). Later ones are ignored.
 */
export function findTaggedPart(message: Message): TaggedPart | undefined {
  for (const [partIndex, part] of message.parts.entries()) {
    // The SDK decodes `"data": null` as a part without content.
    if (part.content !== undefined && part.content.$case !== 'data') continue;
    const schema = findPartSchema(part);
    if (schema !== undefined) return { partIndex, schema, data: part.content?.value ?? null };
  }
  return undefined;
}

function findPartSchema(part: Part): string | undefined {
  const mimeType: unknown = part.metadata?.['mimeType'];
  const fromMetadata = typeof mimeType === 'string' ? fromSchemaMode(mimeType) : undefined;
  return fromMetadata ?? (part.mediaType === '' ? undefined : fromSchemaMode(part.mediaType));
}

/**
 * The result of the extension's request flow for one message (extension, section 3): structured
 * input, an error, or neither.
 */
export type RequestOutcome = StructuredInput | StructuredInputFailure | NoStructuredInput;

/** The result for a tagged part that fits its schema, in a message that starts a task. */
export interface StructuredInput {
  readonly kind: 'structured-input';
  readonly schema: string;
  readonly data: unknown;
  /** The position of the tagged part in the message, from 0. */
  readonly partIndex: number;
}

/** The result for a tagged part that must not start a task, with the reason. */
export interface StructuredInputFailure {
  readonly kind: 'structured-input-error';
  readonly reason: StructuredInputReason;
  /** The name of the schema that the part is tagged with. */
  readonly schema: string;
  readonly partIndex: number;
  /**
   * The problems of the data by its schema; empty unless the reason is `STRUCTURED_INPUT_INVALID`.
   */
  readonly problems: readonly Problem[];
}

/** The reason why a tagged part was refused, which callers get as `ErrorInfo.reason`. */
export type StructuredInputReason =
  /** The tag names a schema that is not declared as an input. */
  | 'STRUCTURED_SCHEMA_UNKNOWN'
  /** The data does not fit the schema that its tag names. */
  | 'STRUCTURED_INPUT_INVALID'
  /** The message belongs to a task that exists, and tagged parts can only start one. */
  | 'STRUCTURED_INPUT_TASK_EXISTS';

/** The result for a message without a tagged part; what happens to it is up to the agent. */
export interface NoStructuredInput {
  readonly kind: 'none';
}

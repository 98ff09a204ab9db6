import type { Problem } from '@formwork/schema';

/** Result of the extension's request flow for one message (extension, section 3). */
export type RequestOutcome = StructuredInput | StructuredInputFailure | NoStructuredInput;

/** A tagged part that fits its schema, in a message that starts a task. */
export interface StructuredInput {
  readonly kind: 'structured-input';
  readonly schema: string;
  readonly data: unknown;
  /** Which part of the message it was, from 0. */
  readonly partIndex: number;
}

/** A tagged part that must not start a task. */
export interface StructuredInputFailure {
  readonly kind: 'structured-input-error';
  readonly reason: StructuredInputReason;
  /** The schema that the part names. */
  readonly schema: string;
  readonly partIndex: number;
  /** How the data fails to fit; empty unless the reason is `STRUCTURED_INPUT_INVALID`. */
  readonly problems: readonly Problem[];
}

/** Why a tagged part was refused; travels as `ErrorInfo.reason`. */
export type StructuredInputReason =
  /** No input schema of that name is declared. */
  | 'STRUCTURED_SCHEMA_UNKNOWN'
  /** The data does not fit the schema. */
  | 'STRUCTURED_INPUT_INVALID'
  /** The message belongs to a task that exists. */
  | 'STRUCTURED_INPUT_TASK_EXISTS';

/** No part of the message is tagged: what happens is up to the agent. */
export interface NoStructuredInput {
  readonly kind: 'none';
}

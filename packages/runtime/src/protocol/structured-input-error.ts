import { RequestMalformedError, type ErrorDetail } from '@a2a-js/sdk/errors';
import { type StructuredInputFailure, toSchemaMode } from '@formwork/core';
import { toModelText, type Json, type Problem } from '@formwork/schema';
import type { DetailedError } from '../errors.ts';
import { showId } from '../messages/agent-message.ts';

/** The type URL of `google.rpc.ErrorInfo`, the error detail that holds the reason of an error. */
export const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';

/** The domain in the `ErrorInfo` of error reasons that A2A does not define. */
export const ERROR_DOMAIN = 'urn:formwork:errors';

/** Options of {@link StructuredInputError}. */
export interface StructuredInputErrorOptions {
  /** The names of the input schemas that the agent has. */
  readonly knownSchemas: readonly string[];
  /** An example of data that fits the schema. */
  readonly example?: Json;
}

/**
 * Thrown for structured input that does not fit its schema: -32602 in JSON-RPC, 400 in REST, with
 * an `ErrorInfo` of Formwork's own domain and, for wrong data, `google.rpc.BadRequest`. The message
 * repeats the details in words, because A2A 0.3 drops details.
 */
export class StructuredInputError extends RequestMalformedError implements DetailedError {
  readonly details: readonly ErrorDetail[];
  readonly failure: StructuredInputFailure;

  constructor(failure: StructuredInputFailure, options: StructuredInputErrorOptions) {
    const { reason, schema, problems } = failure;
    const subject = { schema: showId(schema), knownSchemas: options.knownSchemas.join(',') };
    super({ message: explain(failure, options), metadata: { ...subject, reason } });
    // The SDK chooses the error code of the response by this name.
    this.name = 'RequestMalformedError';
    this.failure = failure;
    const info = { '@type': ERROR_INFO, reason, domain: ERROR_DOMAIN, metadata: subject };
    this.details = problems.length === 0 ? [info] : [info, createBadRequest(problems)];
  }
}

function explain(
  { reason, schema, partIndex, problems }: StructuredInputFailure,
  { knownSchemas, example }: StructuredInputErrorOptions,
): string {
  switch (reason) {
    case 'STRUCTURED_SCHEMA_UNKNOWN': {
      if (knownSchemas.length === 0) {
        return `Cannot use part ${partIndex} because this agent takes text and no structured input: the part names the schema "${showId(schema)}"`;
      }
      const modes = knownSchemas.map(toSchemaMode).join(', ');
      return `Cannot use part ${partIndex} because its schema must be one that this agent takes (${modes}): current value is "${showId(schema)}"`;
    }
    case 'STRUCTURED_INPUT_INVALID':
      return toModelText(problems, { schema, ...(example !== undefined && { example }) });
    case 'STRUCTURED_INPUT_TASK_EXISTS':
      return `Cannot use part ${partIndex} because structured input starts a task of its own, and the message belongs to a task that exists. Send it without taskId.`;
  }
}

function createBadRequest(problems: readonly Problem[]): ErrorDetail {
  return {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: problems.map(({ pointer, message, suggestion, keyword }) => ({
      field: pointer,
      description: suggestion === undefined ? message : `${message} (${suggestion})`,
      reason: keyword,
    })),
  };
}

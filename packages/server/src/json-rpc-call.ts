import { A2A_ERROR_CODE, ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { UnavailableError } from '@formwork/runtime';
import type { AnswerHeaders, DoorRequest, TextAnswer } from './door.ts';
import { toAdvice, toJsonRpcErrorBody } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import { toBodyFailure } from './json-body.ts';
import { type AnswerNames, createRpcError, nameRefusal } from './json-rpc-request.ts';
import { readProtocolVersion, type TransportOptions } from './transport.ts';

/** The parts of a transport by which a call is refused. */
type RefusalOptions = Pick<TransportOptions, 'identify' | 'logger' | 'watch'>;

/**
 * A JSON-RPC request that is being answered: its version, the names of its answer, and the headers
 * that every answer to it has.
 */
export class JsonRpcCall {
  /** The version of A2A that the request speaks. */
  readonly version: string;
  readonly request: DoorRequest;
  /** The names of the answer, as far as the request was read. */
  names: AnswerNames = { id: null };
  headers: AnswerHeaders = {};
  readonly #options: RefusalOptions;

  constructor(request: DoorRequest, options: RefusalOptions) {
    this.request = request;
    this.version = readProtocolVersion(request);
    this.#options = options;
  }

  /** Answers with the text of a JSON-RPC answer. */
  answer(body: string, status = 200): TextAnswer {
    const { headers } = this;
    return { kind: 'text', status, headers, contentType: 'application/json', body };
  }

  /** Answers with an error; its HTTP status is 200, unless it is a fault of HTTP itself. */
  refuse(error: unknown, status = 200): TextAnswer {
    const body = this.toErrorText(error);
    const advice = toAdvice(error, this.#options.identify);
    const answer = this.answer(body, advice.status ?? status);
    return { ...answer, headers: { ...answer.headers, ...advice.headers } };
  }

  /** Answers a request whose caller was not identified, which is a fault of HTTP itself. */
  refuseCaller(error: unknown): TextAnswer {
    return this.refuse(error, error instanceof UnavailableError ? 503 : 200);
  }

  /** Answers a request whose body could not be read. */
  refuseBody(error: unknown): TextAnswer {
    const failure = toBodyFailure(error);
    switch (failure?.kind) {
      case 'too-large':
        return this.answer(this.toErrorText(createRpcError(failure.message)), 413);
      case 'not-json':
        return this.refuse(createRpcError(failure.message, A2A_ERROR_CODE.PARSE_ERROR));
      case 'media-type':
        return this.refuse(new ContentTypeNotSupportedError(failure.message));
      case 'unreadable':
        this.names = nameRefusal(new TextDecoder().decode(failure.body));
        return this.refuse(createRpcError(failure.message));
      case undefined:
        return this.refuse(error);
    }
  }

  /** Makes the text of the answer for an error, which is the log's as well if it was unexpected. */
  toErrorText(error: unknown): string {
    const { logger, watch } = this.#options;
    const publicError = toPublicError(error, logger);
    watch?.fail(this.request.message, publicError);
    const body = toJsonRpcErrorBody(publicError, this.version);
    const { id, batch } = this.names;
    return JSON.stringify(
      batch === undefined
        ? { jsonrpc: '2.0', id, error: body }
        : batch.map((batchId) => ({ jsonrpc: '2.0', id: batchId, error: body })),
    );
  }
}

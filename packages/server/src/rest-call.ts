import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import type { AnswerHeaders, DoorAnswer, DoorRequest, TextAnswer } from './door.ts';
import { createHttpError, type RestError, toAdvice, toRestError } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import { toBodyFailure } from './json-body.ts';
import { adviseRoute } from './operations/unknown-method.ts';
import type { RestRoute } from './rest-routes.ts';
import type { TransportOptions } from './transport.ts';

/** The media type of answers of A2A REST. */
export const REST_TYPE = 'application/a2a+json';

/** The parts of a transport by which a call is refused. */
type RefusalOptions = Pick<TransportOptions, 'identify' | 'logger' | 'watch'>;

/** A REST request that is being answered, and the headers that every answer to it has. */
export class RestCall {
  readonly request: DoorRequest;
  headers: AnswerHeaders = {};
  contentType: string = REST_TYPE;
  readonly #options: RefusalOptions;

  constructor(request: DoorRequest, options: RefusalOptions) {
    this.request = request;
    this.#options = options;
  }

  /** Answers with a value as JSON. Throws if the value cannot be JSON. */
  answer(value: object, status = 200): TextAnswer {
    const { headers, contentType } = this;
    return { kind: 'text', status, headers, contentType, body: JSON.stringify(value) };
  }

  /** Answers with an error of the call. */
  refuse(error: unknown): TextAnswer {
    const { identify, watch } = this.#options;
    watch?.fail(this.request.message, error);
    const answer = this.#refuseWith(this.#toBody(error));
    return { ...answer, headers: { ...answer.headers, ...toAdvice(error, identify).headers } };
  }

  /** Answers a request whose body could not be read. */
  refuseBody(error: unknown): TextAnswer {
    const failure = toBodyFailure(error);
    switch (failure?.kind) {
      case 'too-large':
        return this.#refuseWith(createHttpError(413, 'RESOURCE_EXHAUSTED', failure.message));
      case 'not-json':
      case 'unreadable':
        return this.#refuseWith(toRestError(new RequestMalformedError(failure.message)));
      case 'media-type':
        return this.#refuseWith(toRestError(new ContentTypeNotSupportedError(failure.message)));
      case undefined:
        return this.#refuseWith(this.#toBody(error));
    }
  }

  /** Answers a request for a path or a method that is not served. */
  refuseRoute(route: Exclude<RestRoute, { readonly kind: 'found' }>): DoorAnswer {
    const { method, path, basePath } = this.request;
    switch (route.kind) {
      case 'broken':
        return this.#refuseWith(
          toRestError(new RequestMalformedError(`Cannot decode the path ${path}`)),
        );
      case 'unknown': {
        const message = `Nothing is served at ${method} ${basePath}${path}.${adviseRoute(this.request)}`;
        return this.#refuseWith(createHttpError(404, 'NOT_FOUND', message));
      }
      case 'method': {
        const allowed = route.allowed.join(', ');
        this.headers = { Allow: allowed };
        if (method === 'OPTIONS') return { kind: 'empty', status: 204, headers: this.headers };
        const message = `Cannot ${method} this path because the method must be one of ${allowed}.`;
        return this.#refuseWith(createHttpError(405, 'UNIMPLEMENTED', message));
      }
    }
  }

  /** Makes the text for an error in a stream, which is the log's as well if it was unexpected. */
  toErrorText(error: unknown): string {
    return JSON.stringify(this.#toBody(error));
  }

  #refuseWith(body: RestError): TextAnswer {
    return this.answer(body, body.error.code);
  }

  #toBody(error: unknown): RestError {
    return toRestError(toPublicError(error, this.#options.logger));
  }
}

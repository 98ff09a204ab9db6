import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { RequestHead } from '@formwork/network';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';
import { createStreamAnswer, EventEncoder } from './event-text.ts';
import { keepGenerations, withGenerations } from './generations.ts';
import { createMediaTypeError, readJsonBody, readMediaType } from './json-body.ts';
import { answerJson, openJson, type Operation } from './operations/operation.ts';
import { type Fields, isAbsent, requireObject } from './request-shape.ts';
import { REST_TYPE, RestCall } from './rest-call.ts';
import { checkQuery, findRestRoute, REST_ROUTES } from './rest-routes.ts';
import {
  createCallContext,
  OfferedVersions,
  readProtocolVersion,
  toExtensionHeaders,
  type TransportOptions,
  withoutTenant,
} from './transport.ts';

/**
 * Makes the A2A 1.0 REST door. Every answer is JSON or an event stream; every error is a
 * `google.rpc.Status`. A2A 0.3 is not served, because its REST has no place for the tag of a part.
 */
export function createRestDoor(options: TransportOptions): Door {
  const { requestHandler: handler, logger, watch } = options;
  const encoder = new EventEncoder(options.generation);
  const versions = new OfferedVersions(handler, 'HTTP+JSON');

  async function answerCall(call: RestCall): Promise<DoorAnswer> {
    const { request } = call;
    const route = findRestRoute(request.method, request.path);
    if (route.kind !== 'found') {
      // Wrong credentials are refused first.
      await options.identifyGiven?.(request.message);
      return call.refuseRoute(route);
    }
    // Before the body is read, so that a refused caller cannot make the server read a body.
    const caller = await options.identify(request.message);
    const context = createCallContext(request.message, {
      version: readProtocolVersion(request),
      extensionUris: options.extensionUris,
      caller,
      watch,
    });
    call.headers = toExtensionHeaders(context);
    let body: unknown;
    try {
      body = await readJsonBody(request, { isJson });
    } catch (error) {
      return call.refuseBody(error);
    }
    await versions.check(context.requestedVersion);
    const fields = readFields(request, body);
    if (options.generation === true) keepGenerations(context, { ...request.query, ...fields });
    const { operation, ids } = route;
    const read = operation.route.read?.({ body: fields, query: request.query });
    const params = withoutTenant({ ...read, ...ids });
    operation.check(params);
    return answerOperation({ operation, params }, context, call);
  }

  async function answerOperation(
    { operation, params }: { readonly operation: Operation; readonly params: Fields },
    context: ServerCallContext,
    call: RestCall,
  ): Promise<DoorAnswer> {
    const target = { handler, context };
    if (operation.kind === 'stream') {
      return createStreamAnswer(openJson(operation, params, target), {
        headers: call.headers,
        logger,
        toData: (event) => encoder.encode(event),
        toErrorData: (error) => call.toErrorText(error),
        toAnswer: (error) => call.refuse(error),
      });
    }
    if (call.request.method !== 'DELETE') {
      checkUnreadType(call.request);
      call.contentType = `${REST_TYPE}; charset=utf-8`;
    }
    const result = (await answerJson(operation, params, target)) ?? {};
    return call.answer(withGenerations(result, context) as object);
  }

  return {
    routes: REST_ROUTES,
    owns: () => true,
    async answer(request) {
      const call = new RestCall(request, options);
      try {
        return await answerCall(call);
      } catch (error) {
        return call.refuse(error);
      }
    },
  };
}

/** Reads the fields of a body, which is an object if there is one, after the query was checked. */
function readFields(request: DoorRequest, body: unknown): Fields {
  checkQuery(request.query);
  if (body === undefined && hasBody(request)) {
    throw createMediaTypeError(request, `application/json or ${REST_TYPE}`);
  }
  return isAbsent(body) ? {} : requireObject(body, 'The body');
}

/** Refuses another media type than that of JSON also where there is no body. */
function checkUnreadType(request: DoorRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined || type === '' || isJson(request)) return;
  throw new ContentTypeNotSupportedError(
    `Unsupported Content-Type "${type}"; expected application/json or ${REST_TYPE}.`,
  );
}

function isJson(request: Pick<RequestHead, 'headers'>): boolean {
  const mediaType = readMediaType(request);
  return mediaType === 'application/json' || mediaType === REST_TYPE;
}

function hasBody({ headers }: DoorRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

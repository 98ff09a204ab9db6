import type { Transport } from '@a2a-js/sdk/client';
import { RequestError } from '../errors/request-error.ts';
import { checkGrpcMessage } from './check-grpc-message.ts';
import { countBytes } from './count-bytes.ts';
import { readGrpcStatus } from './grpc-failure.ts';
import { resolveHeaders, type HeaderSource } from './headers.ts';
import { ResponseTooLarge } from './response-too-large.ts';

type RequestOptions = Parameters<Transport['getTask']>[1];
type Call<Params, Result> = (params: Params, options?: RequestOptions) => Result;

/** gRPC's status of callers that are not known (UNAUTHENTICATED). */
const UNAUTHENTICATED = 16;

/** Options of {@link toGrpcTransport}. */
export interface ToGrpcTransportOptions {
  /** Sent with every call. */
  readonly headers: HeaderSource | undefined;
  /** Most bytes of one stream, counted as what they were decoded to. */
  readonly maxStreamBytes: number;
}

/**
 * The SDK's transport for gRPC, with what `fetch` does for the others: headers are sent as metadata
 * of every call, and if the agent does not know the caller a hook is asked again, and the call
 * repeated once. Messages that would arrive as others are refused, and streams without end cut off.
 */
export function toGrpcTransport(
  transport: Transport,
  { headers = {}, maxStreamBytes }: ToGrpcTransportOptions,
): Transport {
  async function add(options: RequestOptions, refused: boolean): Promise<RequestOptions> {
    const added = await resolveHeaders(headers, { refused, signal: options?.signal });
    for (const [name, value] of Object.entries(added)) checkHeader(name, value);
    return { ...options, serviceParameters: { ...options?.serviceParameters, ...added } };
  }

  function isWorthAsking(error: unknown): boolean {
    return typeof headers === 'function' && readGrpcStatus(error) === UNAUTHENTICATED;
  }

  function unary<Params, Result>(
    call: Call<Params, Promise<Result>>,
  ): Call<Params, Promise<Result>> {
    return async (params, options) => {
      try {
        return await call(params, await add(options, false));
      } catch (error) {
        if (!isWorthAsking(error)) throw error;
        return call(params, await add(options, true));
      }
    };
  }

  async function* bound<Event>(
    events: AsyncIterable<Event>,
  ): AsyncGenerator<Event, void, undefined> {
    let count = 0;
    for await (const event of events) {
      count += countBytes(event);
      if (count > maxStreamBytes) throw new ResponseTooLarge(maxStreamBytes);
      yield event;
    }
  }

  function stream<Params, Event>(
    call: Call<Params, AsyncGenerator<Event, void, undefined>>,
  ): Call<Params, AsyncGenerator<Event, void, undefined>> {
    return async function* open(params, options) {
      let hasBegun = false;
      try {
        for await (const event of bound(call(params, await add(options, false)))) {
          hasBegun = true;
          yield event;
        }
      } catch (error) {
        if (hasBegun || !isWorthAsking(error)) throw error;
        yield* bound(call(params, await add(options, true)));
      }
    };
  }

  return {
    protocolName: transport.protocolName,
    protocolVersion: transport.protocolVersion,
    getExtendedAgentCard: unary((...call) => transport.getExtendedAgentCard(...call)),
    sendMessage: unary((...call) => transport.sendMessage(...toChecked(call))),
    sendMessageStream: stream((...call) => transport.sendMessageStream(...toChecked(call))),
    createTaskPushNotificationConfig: unary((...call) =>
      transport.createTaskPushNotificationConfig(...call),
    ),
    getTaskPushNotificationConfig: unary((...call) =>
      transport.getTaskPushNotificationConfig(...call),
    ),
    listTaskPushNotificationConfig: unary((...call) =>
      transport.listTaskPushNotificationConfig(...call),
    ),
    deleteTaskPushNotificationConfig: unary((...call) =>
      transport.deleteTaskPushNotificationConfig(...call),
    ),
    getTask: unary((...call) => transport.getTask(...call)),
    cancelTask: unary((...call) => transport.cancelTask(...call)),
    listTasks: unary((...call) => transport.listTasks(...call)),
    resubscribeTask: stream((...call) => transport.resubscribeTask(...call)),
  };
}

function toChecked<Request extends Parameters<Transport['sendMessage']>>(call: Request): Request {
  const [{ message }] = call;
  if (message !== undefined) checkGrpcMessage(message);
  return call;
}

/** gRPC libraries echo values that they refuse; a credential must not stand in an error. */
function checkHeader(name: string, value: string): void {
  const isName = /^[\w.-]+$/u.test(name) && !name.toLowerCase().endsWith('-bin');
  if (isName && /^[ -~]*$/u.test(value)) return;
  throw new RequestError(
    `Cannot do the request as headers over gRPC must have a name of letters, digits, "_", "-" and ".", not ending with "-bin", and a value of printable ASCII: current value is a header named ${JSON.stringify(name.slice(0, 100))}`,
    { reason: 'PROTOCOL' },
  );
}

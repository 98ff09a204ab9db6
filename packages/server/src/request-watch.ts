import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import type { RequestHead } from '@formwork/network';
import { isDetailedError } from '@formwork/runtime/internal';
import type { Telemetry, TelemetrySpan, TraceContext } from '@formwork/telemetry';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identify } from './caller.ts';
import { JSON_RPC_PATH, REST_PATH } from './card-door.ts';
import type { Step } from './exchange.ts';
import { isCardPath } from './open-door.ts';
import { type HandlerCall, observeStream, wrapHandler } from './operations/wrap-handler.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { CallWatch } from './transport.ts';

/** Reports each request by a span and a metric. */
export interface RequestWatch extends CallWatch {
  /** Starts to watch an HTTP request to a path of the agent, before any other step. */
  readonly begin: Step;
  /** Notes that the guard refuses a request, and why. */
  readonly refuse: (request: RequestHead, reason: string) => void;
  /** Wraps the identification of callers, so that adapters' endpoints need not report refusals. */
  watchIdentify(identify: Identify): Identify;
  /** Wraps the request handler, which knows the A2A method of each request. */
  observe(handler: A2ARequestHandler): A2ARequestHandler;
}

/** The key of the watched request in the state of its call. */
const WATCHED_KEY = 'formwork.watchedRequest';

const WATCHED: unique symbol = Symbol('watched request');

/** An HTTP request with a field for its watch; weak maps would cost a tenth of the throughput. */
interface Watchable extends Pick<RequestHead, 'headers'> {
  [WATCHED]?: WatchedRequest;
}

/** A watched request that is being answered. */
interface WatchedRequest {
  readonly span: TelemetrySpan;
  readonly door: string;
  readonly startedAt: number;
  /** True if the request ends with its call, as over gRPC. */
  readonly endsWithCall: boolean;
  /** True once the request was reported; a later call is reported separately. */
  isOver: boolean;
  /** True once the guard has refused the request, which was then counted. */
  isRefused: boolean;
  method: string;
  failure: Failure | undefined;
}

/**
 * The kind of endpoint that a request came to; endpoints of adapters may have names of their own.
 */
type Door = 'json-rpc' | 'rest' | 'card' | 'grpc' | 'adapter';

/** The reason why a request failed. Its fields have few values, and callers cannot choose them. */
interface Failure {
  /** The reason as the error names it to callers, such as `STRUCTURED_INPUT_INVALID`. */
  readonly reason: string;
  /** The name of the input schema that the data did not fit; `''` for other reasons. */
  readonly schema: string;
}

/** Makes the watch of requests; called only if an OpenTelemetry SDK is registered. */
export function createRequestWatch(
  telemetry: Telemetry,
  {
    findAdapterDoor,
  }: {
    /** Returns the name of the adapter's endpoint at a path; `undefined` for paths of no adapter. */
    readonly findAdapterDoor: (path: string) => string | undefined;
  },
): RequestWatch {
  /** The current request to an adapter, to which the adapter's calls belong. */
  const inside = new AsyncLocalStorage<WatchedRequest>();

  function start(door: string, parent?: TraceContext): WatchedRequest {
    const span = telemetry.startSpan('request', { parent, attributes: { 'formwork.door': door } });
    return {
      span,
      door,
      startedAt: performance.now(),
      endsWithCall: door === 'grpc' || door === 'adapter',
      isOver: false,
      isRefused: false,
      method: 'unknown',
      failure: undefined,
    };
  }

  function end(request: WatchedRequest, outcome: string): void {
    const { span, door, startedAt, method } = request;
    request.isOver = true;
    const seconds = (performance.now() - startedAt) / 1000;
    telemetry.record('requests', seconds, { door, method, outcome });
    const plain = outcome === REFUSED && !request.isRefused;
    const refusal = plain ? { reason: REFUSED, schema: '' } : request.failure;
    if (refusal !== undefined && refusal.reason !== INTERNAL) {
      telemetry.add('refusals', 1, { ...refusal });
    }
    span.set('formwork.method', method);
    span.set('formwork.outcome', outcome);
    span.end(outcome === 'ok' ? undefined : outcome);
  }

  function endCall(request: WatchedRequest): void {
    if (request.endsWithCall) end(request, request.failure?.reason ?? 'ok');
  }

  /**
   * Returns the watched request for an incoming one, which came over gRPC if it is not watched yet.
   */
  function findRequest(incoming: Watchable): WatchedRequest {
    return incoming[WATCHED] ?? start('grpc', telemetry.extract(incoming.headers));
  }

  /**
   * Returns the watched request that a call belongs to. A call without one came through an adapter,
   * whose first call names the method.
   */
  function enter({ method, context }: HandlerCall): WatchedRequest {
    const bound = context.state.get(WATCHED_KEY) as WatchedRequest | undefined;
    const outer = inside.getStore();
    const request = bound ?? (outer?.isOver === false ? outer : start('adapter'));
    if (request !== outer || request.method === 'unknown') request.method = method;
    return request;
  }

  return {
    begin({ message: incoming, path, reply }, next) {
      const agentDoor = findDoor(path);
      const door = agentDoor ?? findAdapterDoor(path);
      const above = telemetry.extract(incoming.headers);
      if (door === undefined) {
        // An unnamed adapter may own this path: each of its calls begins a span below the caller's.
        telemetry.within(above, next);
        return;
      }
      const request = start(door, above);
      const watchable: Watchable = incoming;
      watchable[WATCHED] = request;
      reply.once('close', () => {
        request.span.set('http.response.status_code', reply.statusCode);
        // An adapter may recover from the failure of a call, and then answers without an error.
        if (agentDoor === undefined && reply.statusCode < 400) request.failure = undefined;
        end(request, request.failure?.reason ?? toOutcome(reply));
      });
      if (agentDoor === undefined) inside.run(request, () => request.span.run(next));
      else request.span.run(next);
    },
    refuse(incoming: Watchable, reason) {
      const request = incoming[WATCHED];
      telemetry.add('refusals', 1, { reason, schema: '' });
      if (request !== undefined) request.isRefused = true;
    },
    watchIdentify(identify) {
      const watched: Identify = async (incoming) => {
        try {
          return await identify(incoming);
        } catch (error) {
          const request = (incoming as Watchable)[WATCHED];
          if (request !== undefined) request.failure ??= toFailure(error);
          throw error;
        }
      };
      return Object.assign(watched, identify);
    },
    bind(incoming, context) {
      context.state.set(WATCHED_KEY, findRequest(incoming));
    },
    fail(incoming, error) {
      const request = findRequest(incoming);
      request.failure ??= toFailure(error);
      endCall(request);
    },
    observe: (handler) =>
      wrapHandler(handler, {
        async answer(call, proceed) {
          const request = enter(call);
          try {
            return await request.span.run(proceed);
          } catch (error) {
            request.failure ??= toFailure(error);
            throw error;
          } finally {
            endCall(request);
          }
        },
        stream(call, open) {
          const request = enter(call);
          const { method } = request;
          telemetry.add('readers', 1, { method });
          return observeStream(request.span.run(open), {
            run: (step) => request.span.run(step),
            fail(error) {
              request.failure ??= toFailure(error);
            },
            end() {
              telemetry.add('readers', -1, { method });
              endCall(request);
            },
          });
        },
      }),
  };
}

/** Returns the endpoint at a path, without regard to case, as express compares paths. */
function findDoor(requestPath: string): Door | undefined {
  const path = requestPath.toLowerCase();
  if (path === REST_PATH || path.startsWith(`${REST_PATH}/`)) return 'rest';
  if (path === JSON_RPC_PATH || path === `${JSON_RPC_PATH}/`) return 'json-rpc';
  return isCardPath(path) ? 'card' : undefined;
}

/** The outcome and the reason for requests that are refused with only an HTTP status. */
const REFUSED = 'refused';

/** Returns the outcome of a request for metrics, from its HTTP status. */
function toOutcome({ statusCode: status, writableFinished }: ResponseWriter): string {
  if (!writableFinished) return 'aborted';
  if (status < 400) return 'ok';
  return status < 500 ? REFUSED : 'failed';
}

/** The reason of failures that are not the caller's fault and do not count as refusals. */
const INTERNAL = 'INTERNAL';

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error) || !('reason' in error) || typeof error.reason !== 'string') {
    return { reason: INTERNAL, schema: '' };
  }
  const detail = isDetailedError(error) ? error.details[0] : undefined;
  const reason = readText(detail, 'reason') ?? error.reason;
  const about: unknown = detail && Reflect.get(detail, 'metadata');
  // For other reasons, callers may have made up the name of the schema.
  const schema = reason === 'STRUCTURED_INPUT_INVALID' ? readText(about, 'schema') : undefined;
  return { reason, schema: schema ?? '' };
}

function readText(value: unknown, name: string): string | undefined {
  const member: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === 'string' ? member : undefined;
}

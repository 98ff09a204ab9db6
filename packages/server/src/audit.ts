import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import {
  describeRefusal,
  describeSender,
  type HeldRequest,
  type RefusedRequest,
  type RequestRefusal,
} from '@formwork/network';
import type { RequestHead } from '@formwork/network';
import type { TaskEngine } from '@formwork/runtime';
import { fromScope } from '@formwork/runtime/internal';
import { toErrorText } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { Identify } from './caller.ts';
import { UnauthenticatedError } from './errors.ts';
import { type HandlerCall, observeStream, wrapHandler } from './operations/wrap-handler.ts';
import { readSenderAddress } from './transport.ts';

/** The fields that every audit event has. */
interface AuditFacts {
  /** The time of the audit event, ISO 8601 in UTC with milliseconds. */
  readonly time: string;
}

/** The fields of an audit event about a call of A2A. */
interface AuditCall extends AuditFacts {
  /** The principal id of the caller; `undefined` for an anonymous caller. */
  readonly principal: string | undefined;
  /** The method of A2A, such as `GetTask`. */
  readonly method: string;
}

/**
 * A security event, as the option `audit` is called with it. It contains no credentials, inputs or
 * results. New versions may add kinds: ignore unknown ones.
 */
export type AuditEvent =
  /** A request had credentials that are not accepted, or none where some are required. */
  | (AuditFacts & HeldRequest & { readonly kind: 'credentials-refused' })
  /** A call was refused because its credentials lack a scope, or because it has no credentials. */
  | (AuditCall & {
      readonly kind: 'access-refused';
      readonly reason: string;
      /** The IP address of the connection; `undefined` if it is not known. */
      readonly address: string | undefined;
    })
  /** A request came under a host name that is not the server's, or from a page of another site. */
  | (AuditFacts & RefusedRequest)
  /** A caller named a task of another principal, and was answered that there is no such task. */
  | (AuditCall & { readonly kind: 'foreign-task'; readonly taskId: string })
  /** A caller set the receiver of push notifications of a task. */
  | (AuditCall & {
      readonly kind: 'push-config-set';
      readonly taskId: string;
      /** The host of the receiver of push notifications; the rest of its URL may hold a secret. */
      readonly receiver: string | undefined;
    })
  /** The definition of the agent was replaced. */
  | (AuditFacts & {
      readonly kind: 'agent-changed';
      readonly name: string;
      readonly version: string;
      readonly previousVersion: string;
    })
  /** An operator has seen what was said in a task. */
  | (AuditFacts & OperatorRead)
  /** An operator has changed a task, or tried to. */
  | (AuditFacts & OperatorAct);

/** The fields of an audit event about an operator. */
interface OperatorFacts {
  /** The principal id of the operator; `undefined` on a server without authentication. */
  readonly principal: string | undefined;
  /** The IP address of the connection; `undefined` if it is not known. */
  readonly address: string | undefined;
  /** The id of the task; empty if several were changed at once. */
  readonly taskId: string;
}

type OperatorRead = OperatorFacts & { readonly kind: 'operator-looked' };

type OperatorAct = OperatorFacts & {
  readonly kind: 'operator-changed';
  readonly action:
    | 'retry'
    | 'retry-from-start'
    | 'cancel'
    | 'force-cancel'
    | 'delete'
    | 'answer'
    | 'revive';
  /** The outcome of the change, such as `canceled`; `refused` if nothing was changed. */
  readonly outcome: string;
  /** The reason that the operator gave; absent if none was asked for. */
  readonly reason?: string;
};

/** What an operator has seen or changed, without the time. */
export type OperatorEvent = OperatorRead | OperatorAct;

/**
 * The function that takes audit events. If it throws, or what it returns rejects, the error is
 * logged and the caller notices nothing.
 */
export type AuditListener = (event: AuditEvent) => void;

type WithoutTime<Event> = Event extends AuditEvent ? Omit<Event, 'time'> : never;

/** Reports audit events of one server. */
export interface Audit {
  tell(event: WithoutTime<AuditEvent>): void;
  /** Reports a request that the guard refused because of its host name or origin. */
  tellRefusal(request: RequestHead, refusal: RequestRefusal): void;
  /** Wraps the identification of callers so that refused credentials are reported. */
  watchIdentify(identify: Identify): Identify;
  /**
   * Wraps the request handler so that refused calls, tasks of others and new push configs are
   * reported.
   */
  watchHandler(
    handler: A2ARequestHandler,
    engine: Pick<TaskEngine, 'findScope'>,
  ): A2ARequestHandler;
}

/** Makes the audit that reports to a listener. */
export function createAudit(listener: AuditListener, logger: TaskLogger): Audit {
  function tell(event: WithoutTime<AuditEvent>): void {
    // Called at once, so that what a listener writes without waiting is written before the answer.
    void tellNow({ ...event, time: new Date().toISOString() });
  }

  async function tellNow(event: AuditEvent): Promise<void> {
    try {
      const outcome: unknown = listener(event);
      await outcome;
    } catch (error) {
      logger.error('Cannot tell of an event of security', { error: toErrorText(error) });
    }
  }

  /**
   * Reports a call that named the task of another principal. The owner is looked up after the
   * answer, so that the time of the answer reveals nothing.
   */
  async function tellForeignTask(
    { method, params, context }: HandlerCall,
    engine: Pick<TaskEngine, 'findScope'>,
  ): Promise<void> {
    const taskId = findTaskId(params);
    if (taskId === undefined) return;
    try {
      const scope = await engine.findScope(taskId);
      const principal = toPrincipal(context);
      if (scope === undefined || fromScope(scope)?.id === principal) return;
      tell({ kind: 'foreign-task', principal, method, taskId });
    } catch (error) {
      logger.error('Cannot find whose task was asked for', { error: toErrorText(error) });
    }
  }

  function tellError(
    call: HandlerCall,
    { error, engine }: { readonly error: unknown; readonly engine: Pick<TaskEngine, 'findScope'> },
  ): void {
    if (error instanceof TaskNotFoundError) void tellForeignTask(call, engine);
    const reason = findReason(error);
    if (reason === undefined || !ACCESS_REASONS.has(reason)) return;
    const { method, context } = call;
    const address = readSenderAddress(context);
    tell({ kind: 'access-refused', principal: toPrincipal(context), method, reason, address });
  }

  function tellConfig({ method, params, context }: HandlerCall, result: unknown): void {
    const config = findConfig(method, params);
    if (config === undefined) return;
    const taskId = findTaskId(params) ?? findResultId(result) ?? '';
    const receiver = URL.parse(config)?.hostname;
    tell({ kind: 'push-config-set', principal: toPrincipal(context), method, taskId, receiver });
  }

  return {
    tell,
    tellRefusal: (request, refusal) => tell(describeRefusal(request, refusal)),
    watchIdentify(identify) {
      const watched: Identify = async (request) => {
        try {
          const caller = await identify(request);
          return { ...caller, address: describeSender(request).address };
        } catch (error) {
          if (error instanceof UnauthenticatedError) {
            tell({ kind: 'credentials-refused', ...describeSender(request) });
          }
          throw error;
        }
      };
      return Object.assign(watched, identify);
    },
    watchHandler: (handler, engine) =>
      wrapHandler(handler, {
        async answer(call, proceed) {
          try {
            const result = await proceed();
            tellConfig(call, result);
            return result;
          } catch (error) {
            tellError(call, { error, engine });
            throw error;
          }
        },
        stream: (call, open) =>
          observeStream(open(), {
            begin: ({ payload }) => tellConfig(call, payload?.value),
            fail: (error) => tellError(call, { error, engine }),
          }),
      }),
  };
}

/** The reasons of errors by which an admitted caller is refused a call. */
const ACCESS_REASONS: ReadonlySet<string> = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED']);

function findReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('reason' in error)) return undefined;
  return typeof error.reason === 'string' ? error.reason : undefined;
}

function toPrincipal({ user }: ServerCallContext): string | undefined {
  return user?.isAuthenticated === true ? user.userName : undefined;
}

/** Returns the id of the task that the params of a call name. */
function findTaskId(params: object): string | undefined {
  const { taskId, id, message } = params as Readonly<Record<string, unknown>>;
  const namedTaskId = taskId ?? (isRecord(message) ? message['taskId'] : id);
  return typeof namedTaskId === 'string' && namedTaskId !== '' ? namedTaskId : undefined;
}

/** Returns the id of the task that a sent message created. */
function findResultId(result: unknown): string | undefined {
  return isRecord(result) && typeof result['id'] === 'string' ? result['id'] : undefined;
}

/** Returns the URL of the push config that a call sets; `undefined` for other calls. */
function findConfig(method: string, params: object): string | undefined {
  const { url, configuration } = params as Readonly<Record<string, unknown>>;
  const sentConfig = isRecord(configuration)
    ? configuration['taskPushNotificationConfig']
    : undefined;
  const set =
    method === 'CreateTaskPushNotificationConfig'
      ? url
      : isRecord(sentConfig)
        ? sentConfig['url']
        : undefined;
  return typeof set === 'string' ? set : undefined;
}

/**
 * Makes the function that reports requests which the guard refuses; `undefined` if there is no
 * listener.
 */
export function createRefusalListener(
  count: ((request: RequestHead, reason: string) => void) | undefined,
  audit: Audit | undefined,
): ((request: RequestHead, refusal: RequestRefusal) => void) | undefined {
  if (count === undefined && audit === undefined) return undefined;
  return (request, refusal) => {
    count?.(request, refusal.reason);
    audit?.tellRefusal(request, refusal);
  };
}

import { isFormworkError, type FormworkError, type Problem } from '@formwork/schema/errors';
import { isRecord } from '@formwork/schema/json';
import { InvalidInputError, RequestError, TaskError } from '../errors.ts';
import { NumberChangedError } from './exact-numbers.ts';
import { readGrpcFailure } from './grpc-failure.ts';
import { describeFault, HttpFailure, findStatusReason } from './http-failure.ts';
import { ResponseTooLarge } from './watch-body.ts';

/**
 * The reasons of errors by the codes of JSON-RPC and A2A (section 5.4), for agents that give none
 * themselves.
 */
const REASONS: ReadonlyMap<number, string> = new Map([
  [-32001, 'TASK_NOT_FOUND'],
  [-32002, 'TASK_NOT_CANCELABLE'],
  [-32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
  [-32004, 'UNSUPPORTED_OPERATION'],
  [-32005, 'CONTENT_TYPE_NOT_SUPPORTED'],
  [-32006, 'INVALID_AGENT_RESPONSE'],
  [-32007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
  [-32008, 'EXTENSION_SUPPORT_REQUIRED'],
  [-32009, 'VERSION_NOT_SUPPORTED'],
  [-32601, 'METHOD_NOT_FOUND'],
  [-32603, 'INTERNAL'],
]);

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['UNAUTHENTICATED', 'Pass headers that say who calls; the card says what the agent wants.'],
  ['PERMISSION_DENIED', 'Ask the owner of the agent for access.'],
  ['RATE_LIMITED', 'Send less, or wait before the next request.'],
  ['UNAVAILABLE', 'Try again later.'],
  ['NETWORK', 'See whether the agent runs and can be reached from here.'],
  ['TASK_NOT_FOUND', 'See whether the id is right, and whether it is yours.'],
]);

/**
 * The final state of a task that an agent ended without keeping it, by the reason of the error it
 * sent.
 */
const ENDS: ReadonlyMap<string, 'failed' | 'rejected'> = new Map([
  ['ANSWER_FAILED', 'failed'],
  ['ANSWER_REJECTED', 'rejected'],
]);

/**
 * Matches the messages of `fetch` about connections, in Node and in browsers: its TypeErrors have
 * no codes.
 */
const CONNECTION = /fetch|network|terminated|load failed|socket|connection/iu;

/** Turns whatever a transport threw into an error of this package. */
export function toRequestError(
  thrown: unknown,
  {
    schema,
    taskId,
  }: {
    /** The name of the schema that the sent data fits, for errors about the input; `''` for none. */
    readonly schema: string;
    readonly taskId: string | undefined;
  },
): FormworkError {
  if (isFormworkError(thrown)) return withTask(thrown, taskId);
  if (thrown instanceof ResponseTooLarge) {
    return createRequestError('the answer must not be that large', {
      reason: 'TOO_LARGE',
      taskId,
      cause: thrown,
      advice: `${thrown.message} Raise maxResponseBytes if it has to be.`,
    });
  }
  const changed = [thrown, thrown instanceof Error ? thrown.cause : undefined].find(
    (error) => error instanceof NumberChangedError,
  );
  if (changed !== undefined) {
    const options = { reason: 'PROTOCOL', taskId, cause: changed };
    return createRequestError(
      `the numbers of the answer must be exact: ${changed.message}`,
      options,
    );
  }
  const failure = readAgentFailure(thrown);
  if (failure === undefined) return explainLocalError(thrown, taskId);
  const { message, details, rpcCode, status, grpcStatus, retryAfterMs } = failure;
  const reason =
    readReason(details) ??
    (rpcCode === undefined ? undefined : REASONS.get(rpcCode)) ??
    (status === undefined ? undefined : findStatusReason(status)) ??
    failure.reason ??
    'REFUSED';
  const state = ENDS.get(reason);
  if (state !== undefined) return createTaskError(message, state);
  const problems = readViolations(details);
  if (problems.length > 0 || reason === 'STRUCTURED_INPUT_INVALID') {
    const unnamed = { pointer: '', keyword: 'agent', expected: 'valid', message };
    return new InvalidInputError(problems.length > 0 ? problems : [unnamed], {
      schema: schema === '' ? (readMetadata(details, 'schema') ?? '') : schema,
      foundBy: 'agent',
      taskId,
      text: message,
      cause: thrown,
    });
  }
  const options = { reason, status, rpcCode, grpcStatus, retryAfterMs, taskId, cause: thrown };
  const advice = adviceFor(reason, grpcStatus);
  return reason === 'NETWORK'
    ? createRequestError(
        `the connection must hold: current outcome is ${JSON.stringify(message)}`,
        {
          ...options,
          advice,
        },
      )
    : new RequestError(withAdvice(quoteRefusal(message), advice), options);
}

/**
 * Makes the error of a task that failed or was rejected, for work of which the agent keeps no task.
 */
function createTaskError(text: string, state: 'failed' | 'rejected'): TaskError {
  return new TaskError({ state, taskId: '', contextId: '', text, files: [], artifacts: [] });
}

/**
 * Adds the id of the task to an error of this package that was made where the task is not known.
 */
function withTask(thrown: FormworkError, taskId: string | undefined): FormworkError {
  if (!(thrown instanceof RequestError) || taskId === undefined) return thrown;
  if (thrown.taskId !== undefined) return thrown;
  const { message, reason, status, rpcCode, grpcStatus, retryAfterMs, cause } = thrown;
  const fields = { reason, status, rpcCode, grpcStatus, retryAfterMs, taskId };
  return new RequestError(message, { ...fields, ...(cause !== undefined && { cause }) });
}

function adviceFor(reason: string, grpcStatus: number | undefined): string | undefined {
  return grpcStatus !== undefined && reason === 'TOO_LARGE'
    ? 'Over gRPC a message has at most 4 MiB, unless the agent says otherwise: prefer another of its doors, with transports.'
    : ADVICE.get(reason);
}

function createRequestError(
  text: string,
  {
    advice,
    ...options
  }: ConstructorParameters<typeof RequestError>[1] & { readonly advice?: string | undefined },
): RequestError {
  return new RequestError(withAdvice(`Cannot do the request because ${text}`, advice), options);
}

function withAdvice(text: string, advice: string | undefined): string {
  if (advice === undefined) return text;
  return /[.!?]$/u.test(text) ? `${text} ${advice}` : `${text}. ${advice}`;
}

const REFUSAL = 'The agent answers with an error: ';

/**
 * Puts the agent's words after the phrase that an agent answered with an error, on one line. An
 * agent that passes on such an error has put the phrase there already, so it is removed first.
 */
function quoteRefusal(message: string): string {
  let text = message.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  while (text.startsWith(REFUSAL)) text = text.slice(REFUSAL.length);
  return `${REFUSAL}${text}`;
}

function explainLocalError(thrown: unknown, taskId: string | undefined): RequestError {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof TypeError && CONNECTION.test(text)) {
    const fault = JSON.stringify(describeFault(thrown));
    return createRequestError(`the connection must hold: current outcome is ${fault}`, {
      reason: 'NETWORK',
      taskId,
      cause: thrown,
      advice: ADVICE.get('NETWORK'),
    });
  }
  if (/exceeded the maximum allowed size/u.test(text)) {
    return createRequestError('an event of a stream must have at most 4 MiB', {
      reason: 'EVENT_TOO_LARGE',
      taskId,
      cause: thrown,
    });
  }
  return createRequestError(
    `the answer must be A2A: current answer is ${JSON.stringify(text.slice(0, 300))}`,
    {
      reason: 'PROTOCOL',
      taskId,
      cause: thrown,
    },
  );
}

/** Reads the error that the agent answered with, in one form for all bindings. */
function readAgentFailure(thrown: unknown):
  | {
      readonly message: string;
      readonly details: readonly unknown[];
      readonly rpcCode?: number | undefined;
      readonly status?: number | undefined;
      readonly grpcStatus?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      /**
       * The reason that follows from the kind of the SDK's error; a reason in the details takes
       * precedence.
       */
      readonly reason?: string | undefined;
    }
  | undefined {
  if (thrown instanceof HttpFailure) {
    const { status, retryAfterMs, body } = thrown;
    const error = readRecord(body, 'error');
    const message = error?.['message'];
    const code = error?.['code'];
    const details: unknown = error?.['details'] ?? error?.['data'];
    const isRpc = readRecord(body, 'jsonrpc') !== undefined || hasKey(body, 'jsonrpc');
    return {
      message: typeof message === 'string' ? message : `HTTP ${status}`,
      details: Array.isArray(details) ? details : [],
      rpcCode: isRpc && typeof code === 'number' ? code : undefined,
      status,
      retryAfterMs,
    };
  }
  const grpc = readGrpcFailure(thrown);
  if (grpc !== undefined) return grpc;
  if (!(thrown instanceof Error)) return undefined;
  // Errors amid a stream of JSON-RPC are wrapped by the SDK.
  if (!hasKey(thrown, 'reason')) {
    return thrown.cause instanceof Error && hasKey(thrown.cause, 'reason')
      ? readAgentFailure(thrown.cause)
      : undefined;
  }
  const response = readRecord(thrown, 'errorResponse');
  const envelope = readRecord(response, 'error');
  const data: unknown = Reflect.get(thrown, 'data') ?? envelope?.['data'];
  const rpcCode: unknown = Reflect.get(thrown, 'envelopeCode') ?? envelope?.['code'];
  const reason: unknown = Reflect.get(thrown, 'reason');
  const message = envelope?.['message'];
  return {
    message: typeof message === 'string' ? message : thrown.message,
    details: Array.isArray(data) ? data : [],
    rpcCode: typeof rpcCode === 'number' ? rpcCode : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  };
}

/**
 * Reads the problems of the input from error details of the kind `google.rpc.BadRequest`: one per
 * violation, whose `field` is a JSON pointer.
 */
function readViolations(details: readonly unknown[]): readonly Problem[] {
  return details.flatMap((detail) => {
    const violations: unknown = isRecord(detail) ? detail['fieldViolations'] : undefined;
    if (!Array.isArray(violations)) return [];
    return violations.filter(isRecord).map(({ field, description, reason }) => ({
      pointer: typeof field === 'string' ? field : '',
      keyword: typeof reason === 'string' ? reason : 'agent',
      expected: typeof description === 'string' ? description : 'valid',
      message: typeof description === 'string' ? description : 'is not valid',
    }));
  });
}

/**
 * Returns the most precise reason among the details of an error: one that is not of A2A's own
 * domain counts more.
 */
function readReason(details: readonly unknown[]): string | undefined {
  const infos = details.filter(isRecord).filter(({ reason }) => typeof reason === 'string');
  const info = infos.find(({ domain }) => domain !== 'a2a-protocol.org') ?? infos[0];
  return typeof info?.['reason'] === 'string' ? info['reason'] : undefined;
}

function readMetadata(details: readonly unknown[], name: string): string | undefined {
  const values = details.map((detail) => readRecord(detail, 'metadata')?.[name]);
  return values.find((value) => typeof value === 'string');
}

function readRecord(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const member: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return isRecord(member) ? member : undefined;
}

function hasKey(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

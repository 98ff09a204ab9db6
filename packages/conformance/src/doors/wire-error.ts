import { toRecord } from '@formwork/schema/json';

/** An error that an agent answered. */
export interface WireError {
  readonly message: string;
  /** The JSON-RPC code, the HTTP status or the gRPC status; `undefined` if it is no number. */
  readonly code: number | undefined;
  /** The reason of the `google.rpc.ErrorInfo` of A2A; `undefined` if there is none. */
  readonly reason: string | undefined;
  /** Everything that the error says, as text. */
  readonly text: string;
  /** The error as it was sent. */
  readonly raw: unknown;
}

/**
 * The errors of A2A 1.0 section 5.4, by the reason of their `ErrorInfo`. The first code of a list is
 * the one of 1.0.1, the second the one of 1.0.0, which agents may still answer.
 */
export const A2A_ERRORS = {
  TASK_NOT_FOUND: { name: 'TaskNotFoundError', rpc: [-32_001], rest: [404], grpc: [5] },
  TASK_NOT_CANCELABLE: {
    name: 'TaskNotCancelableError',
    rpc: [-32_002],
    rest: [400, 409],
    grpc: [9],
  },
  PUSH_NOTIFICATION_NOT_SUPPORTED: {
    name: 'PushNotificationNotSupportedError',
    rpc: [-32_003],
    rest: [400],
    grpc: [9, 12],
  },
  UNSUPPORTED_OPERATION: {
    name: 'UnsupportedOperationError',
    rpc: [-32_004],
    rest: [400],
    grpc: [9, 12],
  },
  CONTENT_TYPE_NOT_SUPPORTED: {
    name: 'ContentTypeNotSupportedError',
    rpc: [-32_005],
    rest: [400, 415],
    grpc: [3],
  },
  INVALID_AGENT_RESPONSE: {
    name: 'InvalidAgentResponseError',
    rpc: [-32_006],
    rest: [500, 502],
    grpc: [13],
  },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: {
    name: 'ExtendedAgentCardNotConfiguredError',
    rpc: [-32_007],
    rest: [400],
    grpc: [9],
  },
  EXTENSION_SUPPORT_REQUIRED: {
    name: 'ExtensionSupportRequiredError',
    rpc: [-32_008],
    rest: [400],
    grpc: [9],
  },
  VERSION_NOT_SUPPORTED: {
    name: 'VersionNotSupportedError',
    rpc: [-32_009],
    rest: [400],
    grpc: [9, 12],
  },
} as const;

/** The reason of an error of A2A. */
export type A2aReason = keyof typeof A2A_ERRORS;

/** True for the reason of an error that A2A defines. */
export function isA2aReason(reason: string | undefined): reason is A2aReason {
  return reason !== undefined && Object.hasOwn(A2A_ERRORS, reason);
}

/** The type of the detail that names the reason of an error. */
const ERROR_INFO = /(?:^|\/)google\.rpc\.ErrorInfo$/u;

/** The domain of the reasons that A2A defines. */
const A2A_DOMAIN = 'a2a-protocol.org';

/** Reads the error of a JSON-RPC response. */
export function readRpcError(error: unknown): WireError {
  const { code, message, data } = toRecord(error);
  return toWireError(error, { code, message, details: data });
}

/** Reads the error of a REST answer, whose code is the HTTP status. */
export function readRestError(body: unknown, status: number): WireError {
  const { message, details } = toRecord(toRecord(body)['error']);
  return toWireError(body, { code: status, message, details });
}

/** Reads an error from its parts. */
export function toWireError(
  raw: unknown,
  {
    code,
    message,
    details,
  }: {
    readonly code: unknown;
    readonly message: unknown;
    readonly details: unknown;
  },
): WireError {
  const infos = (Array.isArray(details) ? details : [])
    .map(toRecord)
    .filter((detail) => ERROR_INFO.test(String(detail['@type'])));
  const info = infos.find(({ domain }) => domain === A2A_DOMAIN);
  const reason = info?.['reason'];
  const words = typeof message === 'string' ? message : '';
  return {
    message: words,
    code: typeof code === 'number' ? code : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
    text: `${words} ${JSON.stringify(details) ?? ''}`,
    raw,
  };
}

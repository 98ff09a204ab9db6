import type { DoorName } from '../report.ts';
import type { RuleTarget } from '../rules/rule.ts';
import type { Dialect } from './dialect.ts';
import type { WireError } from './wire-error.ts';

/** The operations of A2A that are called, by their names in A2A 1.0. */
export type Operation =
  | 'SendMessage'
  | 'SendStreamingMessage'
  | 'GetTask'
  | 'ListTasks'
  | 'CancelTask'
  | 'SubscribeToTask'
  | 'ListTaskPushNotificationConfigs'
  | 'GetExtendedAgentCard';

/** A call of an operation. */
export interface Call {
  readonly operation: Operation;
  /** The params in the form of the door's version. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The value of the header `A2A-Version`; `''` sends none. Default: the version of the door. */
  readonly version?: string;
  /** True leaves out the caller's headers. Default false. */
  readonly isAnonymous?: boolean;
  /** True leaves out the header that names extensions. Default false. */
  readonly isPlain?: boolean;
}

/** A request and what came back. */
export interface Exchange {
  readonly operation: string;
  /** The request in words that follow "Sent". */
  readonly request: string;
  /** The result; absent if there is none. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** The error that the agent answered; absent if it answered none. */
  readonly error?: WireError;
  /** Why no answer in the form of the binding came, in words that follow "came". */
  readonly unreadable?: string;
  /** True if the time was up before the answer came. */
  readonly isTimeout?: boolean;
  /** The HTTP status; absent over gRPC. */
  readonly status?: number;
  /** The headers of the answer; over gRPC the metadata that came first. */
  readonly headers?: Headers;
  /** The whole body as JSON; absent over gRPC and for streams. */
  readonly body?: unknown;
  /** The id of the JSON-RPC request. */
  readonly requestId?: string | number | null;
}

/** A request for a stream, and what came. */
export interface StreamExchange extends Exchange {
  /** The events, without the envelopes of JSON-RPC; those that are no objects are `undefined`. */
  readonly events: readonly (Readonly<Record<string, unknown>> | undefined)[];
  /** The JSON-RPC envelopes of the events; empty for other bindings. */
  readonly envelopes: readonly unknown[];
  /** True if the agent ended the stream in time. */
  readonly isOver: boolean;
}

/** Options of {@link Door.open}. */
export interface OpenOptions {
  /** True leaves the stream after its first event. Default false. */
  readonly onlyFirst?: boolean;
}

/** One way to the agent: a binding, a version and an address of its card. */
export interface Door {
  readonly name: DoorName;
  readonly binding: Exclude<RuleTarget, 'card'>;
  readonly url: string;
  readonly dialect: Dialect;
  /** Everything that was sent over this door so far, and came back. */
  readonly exchanges: readonly (Exchange | StreamExchange)[];
  send(call: Call): Promise<Exchange>;
  open(call: Call, options?: OpenOptions): Promise<StreamExchange>;
  /** Sends a body as it is; only over JSON-RPC. */
  readonly post?: (body: string) => Promise<Exchange>;
  /** Calls a method or asks for a path that no version of A2A has; not over gRPC. */
  readonly sendUnknown?: () => Promise<Exchange>;
  close(): void;
}

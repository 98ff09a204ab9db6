import type { AdapterHost, Caller } from '@formwork/server';
import type { Envelope, MessageType } from '../message/envelope.ts';
import type { DoorSettings } from './settings.ts';

/** A message that was admitted and is to be answered. */
export interface Call {
  readonly message: Envelope;
  /** The principal that calls, and owns the tasks. */
  readonly caller: Caller;
  /** True if the caller accepts a stream of server-sent events. */
  readonly isStream: boolean;
  readonly host: AdapterHost;
  readonly settings: DoorSettings;
}

/** The answer to a message: one envelope, or a stream of them. */
export type EnvelopeAnswer =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'message';
      readonly type: MessageType;
      readonly payload: Readonly<Record<string, unknown>>;
      /** The HTTP status of the answer. Default 200. */
      readonly status?: number;
      /** The id of the task that the answer is about. */
      readonly taskId?: string;
    }
  | {
      readonly kind: 'stream';
      /** The payloads of the `response` messages in the stream. */
      readonly payloads: AsyncIterator<Readonly<Record<string, unknown>>>;
      readonly stop: () => void;
    };

import type { AdapterHost, Caller } from '@formwork/server';
import type { Envelope, MessageType } from '../message/envelope.ts';
import type { Connections } from './door-memory.ts';
import type { DoorSettings } from './settings.ts';

/** A message that was let in. */
export interface Call {
  readonly message: Envelope;
  /** Whom tasks belong to. */
  readonly caller: Caller;
  /** True when the caller reads server-sent events. */
  readonly isStream: boolean;
  readonly host: AdapterHost;
  readonly settings: DoorSettings;
  readonly connections: Connections;
}

/** The answer to a message. */
export type Reply =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'message';
      readonly type: MessageType;
      readonly payload: Readonly<Record<string, unknown>>;
      /** Default 200. */
      readonly status?: number;
      /** The task that the answer is about. */
      readonly taskId?: string;
    }
  | {
      readonly kind: 'stream';
      /** Payloads of responses. */
      readonly payloads: AsyncIterator<Readonly<Record<string, unknown>>>;
      readonly stop: () => void;
    };

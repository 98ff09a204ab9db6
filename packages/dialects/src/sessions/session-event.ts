import type { Artifact, Message, Session } from '@formwork/schemas/types/sessions-v1';

/** What a stream tells. The document names the stream, and nothing of what is in it. */
export type SessionEvent =
  /** The session as it is: first, and when it has ended, last. */
  | { readonly type: 'session'; readonly session: Session }
  /** A message that joined the session, whoever sent it. */
  | { readonly type: 'message'; readonly message: Message }
  /** What a task says while it works. */
  | {
      readonly type: 'progress';
      readonly in_reply_to: string;
      readonly task: string;
      readonly content: string;
      /** The part that is done, 0 to 1; absent when unknown. */
      readonly fraction?: number;
    }
  /** An artifact, or a piece of one, that a task sends while it works. */
  | {
      readonly type: 'artifact';
      readonly in_reply_to: string;
      readonly task: string;
      /** True adds to what came before under the same ids. */
      readonly append: boolean;
      readonly last: boolean;
      readonly artifacts: readonly Artifact[];
    };

/** An event, and the place in the session's log that it stands for, if it does. */
export interface PlacedEvent {
  /** Absent for what is told once and not again after a lost connection. */
  readonly seq?: number;
  readonly event: SessionEvent;
}

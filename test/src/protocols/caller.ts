/** What one caller asks an agent for. */
export type Errand =
  | { readonly schema: string; readonly data: unknown; readonly skill?: string }
  | { readonly text: string };

/** A task that was begun, in the words of the protocol: its id, or that of its session. */
export interface Begun {
  readonly id: string;
}

/** What is sent beside the errand. */
export interface CallOptions {
  /** A bearer token. */
  readonly token?: string;
  /** The id of the message; a new one by default. */
  readonly messageId?: string;
}

/**
 * An agent as callers of one protocol see it. What comes of a call is told in words that are the
 * same for all protocols; see `outcome.ts`.
 */
export interface Caller {
  readonly protocol: string;
  call(errand: Errand, options?: CallOptions): Promise<string>;
  /** The texts of progress and then the outcome. */
  follow(errand: Errand, options?: CallOptions): Promise<readonly string[]>;
  /** Begins what takes its time; resolves while it is under way. */
  begin(errand: Errand, options?: CallOptions): Promise<Begun>;
  look(task: Begun, options?: CallOptions): Promise<string>;
  cancel(task: Begun, options?: CallOptions): Promise<string>;
  /** Answers a question with data. */
  answer(task: Begun, data: unknown): Promise<string>;
  /** Sends a body as it is. */
  post(body: string): Promise<string>;
  /** Sends a message without what every message has to have. */
  sendIncomplete(): Promise<string>;
}

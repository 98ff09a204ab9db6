/** The input that a caller gives an agent: data with the name of its schema, or a text. */
export type Errand =
  | { readonly schema: string; readonly data: unknown; readonly skill?: string }
  | { readonly text: string };

/** A task that a caller started: its id, or the id of its session, as the protocol has it. */
export interface Begun {
  readonly id: string;
}

/** The options of one call besides the input. */
export interface CallOptions {
  /** A bearer token. Default: none. */
  readonly token?: string;
  /** The id of the message. Default: a new one. */
  readonly messageId?: string;
}

/**
 * A caller of an agent over one protocol. Outcomes are texts that all protocols share; see
 * `outcome.ts`.
 */
export interface Caller {
  readonly protocol: string;
  call(errand: Errand, options?: CallOptions): Promise<string>;
  /** Calls the agent and returns the texts of progress, then the outcome. */
  follow(errand: Errand, options?: CallOptions): Promise<readonly string[]>;
  /** Starts a slow task and resolves while the task is running. */
  begin(errand: Errand, options?: CallOptions): Promise<Begun>;
  look(task: Begun, options?: CallOptions): Promise<string>;
  cancel(task: Begun, options?: CallOptions): Promise<string>;
  /** Answers the question of a task with data, and returns the outcome. */
  answer(task: Begun, data: unknown): Promise<string>;
  /** Posts a body unchanged to the protocol's endpoint, and returns the outcome. */
  post(body: string): Promise<string>;
  /** Sends a message without a required field, and returns the outcome. */
  sendIncomplete(): Promise<string>;
}

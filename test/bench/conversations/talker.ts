/** A request handler, and an agent behind it that asks after every answer. */
export interface Talker {
  /** One turn: begins a task, or answers its question, and waits for the next. Returns the task's id. */
  say(taskId?: string): Promise<string>;
  close(): Promise<void>;
}

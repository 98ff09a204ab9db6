import { HEADERS } from '../load/create-body.ts';

/** An agent that asks after every answer. */
export interface Talker {
  /** One turn: begins a task, or answers its question, and waits for the next. Returns the task's id. */
  say(taskId?: string): Promise<string>;
  close(): Promise<void>;
}

/** What {@link createHttpTalker} says, and where. */
export interface HttpTalkerOptions {
  readonly url: string;
  readonly text: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly result?: { readonly task?: { readonly id: string; readonly status: object } };
}

/** Talks as any caller does, except that it does not ask for what was said before. */
export function createHttpTalker({ url, text, close }: HttpTalkerOptions): Talker {
  return {
    async say(taskId) {
      const message = {
        messageId: crypto.randomUUID(),
        role: 'ROLE_USER',
        parts: [{ text }],
        ...(taskId !== undefined && { taskId }),
      };
      const params = { message, configuration: { historyLength: 0 } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params });
      const response = await fetch(url, { method: 'POST', headers: HEADERS, body });
      const answer = (await response.json()) as Answer;
      const task = answer.result?.task;
      if (task === undefined || !JSON.stringify(task.status).includes('INPUT_REQUIRED')) {
        throw new Error(`The task must ask again: ${JSON.stringify(answer)}`);
      }
      return task.id;
    },
    close,
  };
}

import { HEADERS } from '../load/create-body.ts';

/** A conversation with an agent that asks a question after every answer. */
export interface Talker {
  /**
   * Runs one turn: starts a task, or answers its question, and waits for the next question. Returns
   * the task's id.
   */
  say(taskId?: string): Promise<string>;
  close(): Promise<void>;
}

/** Options of {@link createHttpTalker}. */
export interface HttpTalkerOptions {
  readonly url: string;
  readonly text: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly result?: { readonly task?: { readonly id: string; readonly status: object } };
}

/** Makes a conversation over JSON-RPC; answers leave out the task's history. */
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

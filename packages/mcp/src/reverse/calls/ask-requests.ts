import { isRecord } from '@formwork/schema/internal';
import type { TaskContext } from '@formwork/core';
import type { InputAnswers, InputRequest } from './input-request.ts';

/**
 * Asks the caller of a task what a server wants to know, one question after the other. A caller of
 * A2A has no way to decline but to cancel the task.
 */
export async function askRequests(
  requests: readonly InputRequest[],
  task: TaskContext,
): Promise<InputAnswers> {
  const answers: Record<string, InputAnswers[string]> = {};
  for (const request of requests) {
    switch (request.kind) {
      case 'form': {
        // A question ends the run: the next one comes with another run.
        // oxlint-disable-next-line no-await-in-loop
        const content: unknown = await task.ask(request.message, { schema: request.schema });
        answers[request.key] = { action: 'accept', content: isRecord(content) ? content : {} };
        break;
      }
      case 'url':
        // oxlint-disable-next-line no-await-in-loop
        await task.authorize(request.message, { url: request.url });
        answers[request.key] = { action: 'accept' };
    }
  }
  return answers;
}

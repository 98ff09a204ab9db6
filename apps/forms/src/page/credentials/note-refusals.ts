import type { AgentSource, TaskEvent } from '@formwork/client';
import { GatewayError } from '@formwork/react';

/** The reason of an agent that does not know who calls. */
const REFUSED = 'UNAUTHENTICATED';

/** A source that tells when the agent refuses who calls. */
export function noteRefusals(source: AgentSource, onRefused: () => void): AgentSource {
  async function* note(
    events: AsyncIterable<TaskEvent>,
  ): AsyncGenerator<TaskEvent, void, undefined> {
    for await (const event of events) {
      if (event.kind === 'failure' && event.reason === REFUSED) onRefused();
      yield event;
    }
  }
  return {
    async describe(options) {
      try {
        return await source.describe(options);
      } catch (error) {
        if (error instanceof GatewayError && error.reason === REFUSED) onRefused();
        throw error;
      }
    },
    send: (message, options) => note(source.send(message, options)),
    watch: (task, options) => note(source.watch(task, options)),
    cancel: (task, options) => note(source.cancel(task, options)),
  };
}

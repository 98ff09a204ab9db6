import type { AgentSource, TaskEvent } from '@formwork/client';
import type { CredentialBox } from './credential-box.ts';

/** Options of {@link noteRefusals}. */
interface NoteRefusalsOptions {
  readonly agent: string;
  readonly credentials: CredentialBox;
}

/** A source that remembers what the agent has refused, with the tasks that it is asked for. */
export function noteRefusals(
  source: AgentSource,
  { agent, credentials }: NoteRefusalsOptions,
): AgentSource {
  async function* note(
    events: AsyncIterable<TaskEvent>,
  ): AsyncGenerator<TaskEvent, void, undefined> {
    const headers = credentials.read(agent);
    for await (const event of events) {
      if (event.kind === 'failure' && event.reason === 'UNAUTHENTICATED') {
        credentials.refuse(agent, headers);
      }
      yield event;
    }
  }
  return {
    describe: (options) => source.describe(options),
    send: (message, options) => note(source.send(message, options)),
    watch: (task, options) => note(source.watch(task, options)),
    cancel: (task, options) => note(source.cancel(task, options)),
  };
}

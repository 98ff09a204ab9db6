import type { AgentSource, SourceEvent } from '@formwork/client';
import type { Run } from '../history/run.ts';

/** Knows who has filled in what, so that it is never sent in the name of another person. */
export class RunOwners {
  readonly #owners = new Map<string, string>();
  /** The messages that the agent has refused until a person signs in. */
  readonly #refused = new Set<string>();
  readonly #caller: () => string;
  readonly #find: (id: string) => Run | undefined;

  constructor({
    caller,
    find,
  }: {
    readonly caller: () => string;
    readonly find: (id: string) => Run | undefined;
  }) {
    this.#caller = caller;
    this.#find = find;
  }

  /** Returns the mark of the person who has filled in a message; for a new one, who calls now. */
  of(id: string): string {
    const storedOwner = this.#owners.get(id) ?? this.#find(id)?.owner;
    const owner =
      storedOwner === undefined || this.#refused.delete(id) ? this.#caller() : storedOwner;
    this.#owners.set(id, owner);
    return owner;
  }

  /** Notes who has filled in a message that is sent later. */
  claim(id: string, owner: string): void {
    if (!this.#owners.has(id)) this.#owners.set(id, owner);
  }

  /** True for a run that the person who calls now has filled in. */
  isOwn(run: Run): boolean {
    return (this.#owners.get(run.id) ?? run.owner ?? '') === this.#caller();
  }

  /** Wraps the source of an agent so that it sends only what the person who calls has filled in. */
  guard(source: AgentSource): AgentSource {
    return {
      ...source,
      send: (message, options) => {
        const { messageId: id } = message;
        return this.of(id) === this.#caller()
          ? this.#note(id, source.send(message, options))
          : refuse();
      },
    };
  }

  /** Lets the person who signs in send what the agent has refused for want of that. */
  async *#note(
    id: string,
    events: AsyncIterable<SourceEvent>,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    for await (const event of events) {
      yield event;
      if (event.kind === 'failure' && event.reason === 'UNAUTHENTICATED') this.#refused.add(id);
    }
  }
}

async function* refuse(): AsyncGenerator<SourceEvent, void, undefined> {
  yield {
    kind: 'failure',
    taskId: '',
    contextId: '',
    code: 'GATEWAY_REFUSED',
    reason: 'SIGN_IN',
    message: 'Another person has filled this in, so it is not sent in your name.',
    problems: [],
  };
}

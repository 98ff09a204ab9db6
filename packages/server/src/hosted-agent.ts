import type { Agent } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { deleteTask, type TaskEngine, UnavailableError } from '@formwork/runtime';
import type { AgentDoors } from './agent-doors.ts';
import type { Caller, CallerIdentification } from './caller.ts';
import type { ServedCard } from './served-cards.ts';

/** The agent of a server: its definition at any time, and its endpoints once the server listens. */
export class HostedAgent {
  readonly #engine: TaskEngine | undefined;
  readonly #opened = Promise.withResolvers<AgentDoors>();
  #definition: Agent;
  #doors: AgentDoors | undefined;

  constructor(definition: Agent, engine: TaskEngine | undefined) {
    this.#definition = definition;
    this.#engine = engine;
    // Often nothing waits for it.
    this.#opened.promise.catch(() => undefined);
  }

  /** Opens the endpoints of the newest definition. */
  open(create: (definition: Agent) => AgentDoors): AgentDoors {
    const doors = create(this.#definition);
    this.#doors = doors;
    this.#opened.resolve(doors);
    return doors;
  }

  async identify(request: RequestHead): Promise<Caller> {
    if (this.#doors === undefined) throw new UnavailableError();
    return this.#doors.identify(request);
  }

  createCallerHeaders(
    caller: Parameters<CallerIdentification['createCallerHeaders']>[0],
  ): Readonly<Record<string, string>> {
    return this.#doors?.createCallerHeaders(caller) ?? {};
  }

  /** Replaces the definition. Throws for one that cannot be served, which then replaces nothing. */
  replace(next: Agent): void {
    this.#doors?.replaceAgent(next);
    this.#definition = next;
  }

  /** Resolves to the public card once the endpoints are open; rejects if they never will be. */
  async readCard(): Promise<ServedCard> {
    return (await this.#opened.promise).readCard();
  }

  async deleteTask(taskId: string): Promise<boolean> {
    if (this.#doors !== undefined) return this.#doors.deleteTask(taskId);
    return this.#engine !== undefined && deleteTask(taskId, { engine: this.#engine });
  }

  /** Closes the endpoints. If they have not opened, nothing waits for them any longer. */
  async close(): Promise<void> {
    this.#opened.reject(new UnavailableError());
    await this.#doors?.close();
  }
}

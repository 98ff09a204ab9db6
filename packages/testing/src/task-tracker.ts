import type { Part } from '@a2a-js/sdk';
import { type AnySkill, type Principal, fromSchemaMode } from '@formwork/core';
import {
  isInterruptedState,
  isTerminalState,
  type TaskEngine,
  type TaskEvent,
  type TaskSnapshot,
  type TaskStateName,
} from '@formwork/runtime';
import type { TaskWatcher } from '@formwork/runtime/internal';
import type { Json } from '@formwork/schema';
import { FaultMissedError, TaskStateError } from './errors.ts';
import type { People } from './test-people.ts';
import type { FaultOrder, Processes } from './test-process.ts';
import { toMessageText, type TestQuestion, toTestQuestion } from './test-question.ts';

/** The parts of a tested agent that its tasks use. */
export interface TaskHost {
  readonly engine: TaskEngine;
  readonly watcher: TaskWatcher;
  readonly processes: Processes;
  readonly people: People;
  /** Sends an answer to a task. */
  answer(taskId: string, value: Json): Promise<void>;
  cancel(taskId: string): Promise<void>;
  /** Returns true once the agent is closed, so that no task goes on. */
  isClosed(): boolean;
  /** Returns what handlers and the runner have logged as errors about a task. */
  listErrors(taskId: string): readonly string[];
}

/** The task of a tested agent, and what a test has ordered for it. */
export interface OpenTaskOptions {
  readonly host: TaskHost;
  readonly skill: AnySkill | undefined;
  /** The fault that the test has ordered for the task; `undefined` for none. */
  readonly order: FaultOrder | undefined;
}

/** The longest wait between two looks at a task, in milliseconds, in case a hint is missed. */
const LOOK_MS = 1_000;

/** A task that was created, at its newest state. */
export class TaskTracker {
  readonly id: string;
  readonly #options: OpenTaskOptions;
  #snapshot: TaskSnapshot;
  #isGone = false;

  constructor(first: TaskSnapshot, options: OpenTaskOptions) {
    this.id = first.id;
    this.#snapshot = first;
    this.#options = options;
  }

  get snapshot(): TaskSnapshot {
    return this.#snapshot;
  }

  /** The text of the agent's last status. */
  get text(): string {
    const { statusMessage } = this.#snapshot;
    return statusMessage === undefined ? '' : toMessageText(statusMessage);
  }

  get question(): TestQuestion | undefined {
    const { state, statusMessage } = this.#snapshot;
    return isInterruptedState(state) ? toTestQuestion(statusMessage) : undefined;
  }

  get writes(): number {
    return this.#options.host.processes.countWrites(this.id);
  }

  async refresh(): Promise<void> {
    const { engine, people } = this.#options.host;
    const next = await engine.get(this.#snapshot.scope, this.id).catch(() => this.#snapshot);
    this.#isGone = next === undefined;
    if (next !== undefined && next.seq >= this.#snapshot.seq) this.#snapshot = next;
    if (isInterruptedState(this.#snapshot.state)) people.watch(this.#snapshot);
  }

  /** Resolves when the task has ended or waits for an answer. */
  async settle(): Promise<void> {
    const { host, order } = this.#options;
    for (;;) {
      const hint = host.watcher.wait(this.id, { timeoutMs: LOOK_MS });
      await this.refresh();
      if (this.#isGone) throw this.createError('wait for the task', { state: 'deleted', text: '' });
      if (this.#isAtRest) break;
      if (host.isClosed()) throw this.createError('wait for a task of a closed agent');
      await hint;
    }
    const { state } = this.#snapshot;
    if (isTerminalState(state)) checkOrder(order, { writes: this.writes, state });
  }

  result(): unknown {
    const { state, artifacts } = this.#snapshot;
    if (state !== 'completed') throw this.createError('read the result');
    return readResult(
      artifacts.flatMap(({ parts }) => parts),
      this.#options.skill,
    );
  }

  /** Reads the log of the task, page after page. */
  async listEvents(): Promise<readonly TaskEvent[]> {
    const { engine } = this.#options.host;
    const events: TaskEvent[] = [];
    for (;;) {
      const after = events.length;
      const page = await engine.read(this.#snapshot.scope, this.id, { after });
      if (page.length === 0) return events;
      events.push(...page);
    }
  }

  async answer(value: Json, person: Principal | undefined): Promise<void> {
    const { host } = this.#options;
    if (person === undefined) {
      await host.answer(this.id, value);
    } else {
      await this.refresh();
      await host.people.answer(this.#snapshot, value, person);
    }
    await this.settle();
  }

  createError(
    action: string,
    { state, text }: { readonly state: string; readonly text: string } = {
      state: this.#snapshot.state,
      text: this.text,
    },
  ): TaskStateError {
    const status = text === '' ? '' : ` with ${JSON.stringify(text)}`;
    const errors = this.#options.host.listErrors(this.id).map((error) => `\n  ${error}`);
    const logged = errors.length === 0 ? '' : `\nThe log of the task has:${errors.join('')}`;
    return new TaskStateError(
      `Cannot ${action} because its state must allow that: current value is ${state}${status}${logged}`,
    );
  }

  get #isAtRest(): boolean {
    const { state } = this.#snapshot;
    return isTerminalState(state) || isInterruptedState(state);
  }
}

/**
 * Checks that a fault that a test has ordered happened before the task ended.
 *
 * @throws FaultMissedError
 */
export function checkOrder(
  order: FaultOrder | undefined,
  { writes, state }: { readonly writes: number; readonly state: TaskStateName },
): void {
  if (order === undefined || order.isDone) return;
  throw new FaultMissedError(
    `Cannot let the process ${order.kind === 'crash' ? 'die' : 'lose the task'} after ${order.afterWrites} writes because the task ended after ${writes}: state ${state}.`,
  );
}

/**
 * Reads the result of a skill: the data that is tagged with an output schema, or for skills without
 * one the last data, or else the text.
 */
export function readResult(parts: readonly Part[], skill: AnySkill | undefined): unknown {
  const names = [...(skill?.outputs.keys() ?? [])];
  const received = parts.flatMap(({ content, metadata }) =>
    content?.$case === 'data'
      ? [{ schema: fromSchemaMode(String(metadata?.['mimeType'] ?? '')), data: content.value }]
      : [],
  );
  const tagged = received.findLast(({ schema }) => schema !== undefined && names.includes(schema));
  if (tagged !== undefined) return names.length > 1 ? tagged : tagged.data;
  return received.length === 0 ? toMessageText({ parts: [...parts] }) : received.at(-1)?.data;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { CardView } from '../card/card-view.ts';
import type { ConformanceSettings } from '../conformance-options.ts';
import { isRefusedCaller } from '../doors/caller-refusal.ts';
import {
  isInterrupted,
  isTerminal,
  type EventView,
  type TaskView,
  type Dialect,
} from '../doors/dialect.ts';
import type { Call, Door, Exchange, OpenOptions, StreamExchange } from '../doors/door.ts';
import type { SkillInput, SkillInputs } from '../inputs/skill-inputs.ts';
import { UntriedError } from '../rules/rule-result.ts';
import type { CallCounter } from './call-counter.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message that was sent with an input that fits, and what came of it. */
export interface StartedMessage {
  readonly input: SkillInput;
  readonly message: Fields;
  readonly exchange: Exchange;
  /** What was answered; `undefined` for an error, and for what is neither a task nor a message. */
  readonly event: EventView | undefined;
  /** The task as the answer has it. */
  readonly task: TaskView | undefined;
  /** The task once it has ended or waits, or as it was when the time for that was up. */
  readonly settled: TaskView | undefined;
}

/** A started message whose task is known. */
export interface StartedTask extends StartedMessage {
  readonly settled: TaskView;
}

/** Facts that the doors of an agent share. */
export interface SharedFacts {
  /** The first task that ended at any door, and the name of that door. */
  ended?: { readonly task: TaskView; readonly doorName: string };
}

/** Options of {@link DoorSession}. */
export interface DoorSessionOptions {
  readonly card: CardView;
  readonly inputs: SkillInputs;
  readonly settings: ConformanceSettings;
  readonly shared: SharedFacts;
  readonly counter: CallCounter;
  /** Aborts when the time of all checks is up. */
  readonly deadline: AbortSignal;
}

/** The most requests without an answer, after which a door is given up. */
const MAX_TIMEOUTS = 3;

/** What is said of a skill that refuses the caller. */
const MAY_NOT = 'this caller may not use it; pass headers that say who calls';

class Refused extends UntriedError {}

/** The longest time in which a task is polled that was answered before it ended, in milliseconds. */
const POLL_MS = 5_000;

/** What the checks of one door have in common: the agent, and exchanges that several of them need. */
export class DoorSession {
  readonly #counter: CallCounter;
  readonly #deadline: AbortSignal;
  readonly #dialect: Dialect;
  readonly #open = new Map<string, TaskView>();
  #inputs: SkillInputs;
  #timeouts = 0;
  #all: Promise<readonly StartedMessage[]> | undefined;
  #streamed: Promise<StreamExchange & { readonly input: SkillInput }> | undefined;
  readonly door: Door;
  readonly card: CardView;
  readonly settings: ConformanceSettings;
  readonly shared: SharedFacts;

  constructor(door: Door, options: DoorSessionOptions) {
    const { card, settings, shared, counter, deadline } = options;
    this.#counter = counter;
    this.#deadline = deadline;
    const { dialect } = door;
    this.#dialect = dialect;
    this.#inputs = options.inputs;
    this.door = door;
    this.card = card;
    this.settings = settings;
    this.shared = shared;
  }

  /** Does any other exchange over the door. @throws Untried as `send` */
  async attempt<Kept extends Exchange>(work: () => Promise<Kept>): Promise<Kept> {
    if (this.#deadline.aborted) throw new UntriedError('the time of all checks was up');
    if (this.#timeouts >= MAX_TIMEOUTS) {
      throw new UntriedError(
        `the door was given up after ${MAX_TIMEOUTS} requests without an answer`,
      );
    }
    const exchange = await work();
    if (exchange.isTimeout === true) this.#timeouts += 1;
    if (exchange.unreadable === undefined) return exchange;
    throw new UntriedError(
      `${exchange.operation} was not answered as it must be: see door.answers`,
    );
  }

  /** Sends a call. @throws Untried if no answer in the form of the binding came */
  send(call: Call): Promise<Exchange> {
    return this.attempt(() => this.door.send(call));
  }

  /** Sends a message for an input, with further fields of the request. @throws Untried as `send` */
  async tell(input: SkillInput, message: Fields, fields: Fields = {}): Promise<Exchange> {
    this.#counter.count(input.skill.id);
    const blocking = this.#dialect.version === '0.3' ? { configuration: { blocking: true } } : {};
    const exchange = await this.send({
      operation: 'SendMessage',
      params: { message, ...blocking, ...fields },
    });
    const event = this.#dialect.readEvent(exchange.result);
    if (event?.kind === 'task') this.#watch(event.task);
    return exchange;
  }

  /** Makes a message with the valid data of an input. */
  toMessage({ valid, schema }: SkillInput, fields: Fields = {}): Fields {
    const isPlainText = schema === undefined && typeof valid === 'string';
    const part = isPlainText
      ? this.#dialect.textPart(valid)
      : this.#dialect.dataPart(valid, schema);
    return this.#dialect.message([part], fields);
  }

  /** Sends each valid input once; later calls return the same. */
  startAll(): Promise<readonly StartedMessage[]> {
    return (this.#all ??= this.#startEach());
  }

  /** A task that waits for its caller. @throws Untried if there is none */
  findWaiting(): Promise<StartedTask> {
    return this.#find(({ state }) => isInterrupted(state), 'no task asked a question');
  }

  /** A task that has ended, preferably a completed one. @throws Untried if there is none */
  async findEnded(): Promise<StartedTask> {
    const started = await this.startAll();
    if (started.some(({ settled }) => settled?.state === 'completed')) {
      return this.#noteEnded(await this.#find(({ state }) => state === 'completed', ''));
    }
    return this.#noteEnded(await this.#find(({ state }) => isTerminal(state), 'no task ended'));
  }

  /** The inputs; once all were sent, without those of skills that refuse this caller. */
  get inputs(): SkillInputs {
    return this.#inputs;
  }

  /** Opens a stream. @throws Untried if no answer in the form of the binding came */
  open(call: Call, openOptions?: OpenOptions): Promise<StreamExchange> {
    return this.attempt(() => this.door.open(call, openOptions));
  }

  /** The stream of a task for a valid input. @throws Untried if there is none */
  stream(): Promise<StreamExchange & { readonly input: SkillInput }> {
    return (this.#streamed ??= this.#openStream());
  }

  /** Starts another task that waits. @throws Untried if it does not */
  async startWaiting(): Promise<StartedTask> {
    const { input } = await this.findWaiting();
    const started = await this.#start(input);
    const { settled } = started;
    if (settled !== undefined && isInterrupted(settled.state)) return { ...started, settled };
    throw new UntriedError('the second task asked no question');
  }

  /** Reads a task. @throws Untried if it cannot be read */
  async getTask(id: string, fields: Fields = {}): Promise<TaskView> {
    const { result } = await this.send({ operation: 'GetTask', params: { id, ...fields } });
    const task = this.#dialect.readTask(result);
    if (task === undefined) throw new UntriedError('GetTask did not answer the task: see task.get');
    this.#watch(task);
    return task;
  }

  /** Cancels all tasks that were started and have not ended. */
  async cleanUp(): Promise<void> {
    for (const id of this.#open.keys()) {
      if (this.#timeouts >= MAX_TIMEOUTS || this.#deadline.aborted) return;
      const { isTimeout } = await this.door.send({ operation: 'CancelTask', params: { id } });
      if (isTimeout === true) this.#timeouts += 1;
    }
  }

  #watch(task: TaskView | undefined): void {
    if (task === undefined) return;
    if (isTerminal(task.state)) this.#open.delete(task.id);
    else this.#open.set(task.id, task);
  }

  async #start(input: SkillInput): Promise<StartedMessage> {
    const message = this.toMessage(input);
    const exchange = await this.tell(input, message);
    if (isRefusedCaller(this.door, exchange)) throw new Refused(`${input.skill.id}: ${MAY_NOT}`);
    const event = this.#dialect.readEvent(exchange.result);
    const task = event?.kind === 'task' ? event.task : undefined;
    const settled = task && (await this.#settle(task));
    this.#watch(settled);
    return { input, message, exchange, event, task, settled };
  }

  /** Waits until a task has ended or waits for its caller. */
  async #settle(task: TaskView): Promise<TaskView> {
    let last = task;
    const end = performance.now() + Math.min(POLL_MS, this.settings.timeoutMs / 2);
    for (let pause = 20; !isAtRest(last) && performance.now() < end; pause *= 2) {
      await sleep(Math.min(pause, 500));
      const { result } = await this.send({ operation: 'GetTask', params: { id: task.id } });
      last = this.#dialect.readTask(result) ?? last;
    }
    return last;
  }

  async #startEach(): Promise<readonly StartedMessage[]> {
    const started: StartedMessage[] = [];
    const refused = new Map<SkillInput, string>();
    let failure: unknown;
    for (const input of this.#inputs.inputs) {
      try {
        started.push(await this.#start(input));
      } catch (error) {
        if (!(error instanceof UntriedError)) throw error;
        if (error instanceof Refused) refused.set(input, error.message);
        failure = error;
      }
    }
    this.#inputs = {
      inputs: this.#inputs.inputs.filter((input) => !refused.has(input)),
      leftOut: [...new Set([...refused.values(), ...this.#inputs.leftOut])],
    };
    if (started.length === 0 && failure !== undefined) throw failure;
    return started;
  }

  async #find(isWanted: (task: TaskView) => boolean, reason: string): Promise<StartedTask> {
    const started = await this.startAll();
    for (const candidate of started) {
      if (candidate.settled !== undefined && isWanted(candidate.settled))
        return { ...candidate, settled: candidate.settled };
    }
    throw new UntriedError(reason);
  }

  #noteEnded(started: StartedTask): StartedTask {
    this.shared.ended ??= { task: started.settled, doorName: this.door.name };
    return started;
  }

  async #openStream(): Promise<StreamExchange & { readonly input: SkillInput }> {
    if (this.card.capabilities['streaming'] !== true) {
      throw new UntriedError('the card does not offer streaming');
    }
    const started = await this.startAll();
    const picked =
      started.find(({ settled }) => settled?.state === 'completed') ??
      started.find(({ event }) => event !== undefined);
    const input = picked?.input ?? this.#inputs.inputs[0];
    if (input === undefined) throw new UntriedError('there is no input to send');
    this.#counter.count(input.skill.id);
    const params = { message: this.toMessage(input) };
    const exchange = await this.attempt(() =>
      this.door.open({ operation: 'SendStreamingMessage', params }),
    );
    for (const event of exchange.events) {
      const view = this.#dialect.readEvent(event);
      if (view?.kind === 'task') this.#watch(view.task);
      else if (view?.kind === 'statusUpdate' && isTerminal(view.state))
        this.#open.delete(view.taskId);
    }
    return { ...exchange, input };
  }
}

/** True if nothing more happens to a task before its caller does something. */
function isAtRest({ state }: TaskView): boolean {
  return isTerminal(state) || isInterrupted(state);
}

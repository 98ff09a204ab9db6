import { setTimeout as sleep } from 'node:timers/promises';
import type { CardView } from '../card/card-view.ts';
import type { ConformanceSettings } from '../conformance-options.ts';
import { isInterrupted, isTerminal, type EventView, type TaskView } from '../doors/dialect.ts';
import { isRefusedCaller } from '../doors/caller-refusal.ts';
import type { Call, Door, Exchange, OpenOptions, StreamExchange } from '../doors/door.ts';
import type { SkillInput, SkillInputs } from '../inputs/skill-inputs.ts';
import { Untried } from '../rules/verdict.ts';
import type { CallCounter } from './call-counter.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message that was sent with an input that fits, and what came of it. */
export interface Started {
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
export interface StartedTask extends Started {
  readonly settled: TaskView;
}

/** Facts that the doors of an agent share. */
export interface SharedFacts {
  /** The first task that ended at any door, and the name of that door. */
  ended?: { readonly task: TaskView; readonly doorName: string };
}

/** What the checks of one door have in common: the agent, and exchanges that several of them need. */
export interface DoorSession {
  readonly door: Door;
  readonly card: CardView;
  /** The inputs; once all were sent, without those of skills that refuse this caller. */
  readonly inputs: SkillInputs;
  readonly settings: ConformanceSettings;
  readonly shared: SharedFacts;
  /** Sends a call. @throws Untried if no answer in the form of the binding came */
  readonly send: (call: Call) => Promise<Exchange>;
  /** Does any other exchange over the door. @throws Untried as `send` */
  readonly attempt: <Kept extends Exchange>(work: () => Promise<Kept>) => Promise<Kept>;
  /** Opens a stream. @throws Untried if no answer in the form of the binding came */
  readonly open: (call: Call, options?: OpenOptions) => Promise<StreamExchange>;
  /** Sends a message for an input, with further fields of the request. @throws Untried as `send` */
  readonly tell: (input: SkillInput, message: Fields, rest?: Fields) => Promise<Exchange>;
  /** Makes a message with the valid data of an input. */
  readonly toMessage: (input: SkillInput, fields?: Fields) => Fields;
  /** Sends each valid input once; later calls return the same. */
  readonly startAll: () => Promise<readonly Started[]>;
  /** A task that has ended, preferably a completed one. @throws Untried if there is none */
  readonly findEnded: () => Promise<StartedTask>;
  /** A task that waits for its caller. @throws Untried if there is none */
  readonly findWaiting: () => Promise<StartedTask>;
  /** Starts another task that waits. @throws Untried if it does not */
  readonly startWaiting: () => Promise<StartedTask>;
  /** The stream of a task for a valid input. @throws Untried if there is none */
  readonly stream: () => Promise<StreamExchange & { readonly input: SkillInput }>;
  /** Reads a task. @throws Untried if it cannot be read */
  readonly getTask: (id: string, fields?: Fields) => Promise<TaskView>;
  /** Cancels all tasks that were started and have not ended. */
  readonly cleanUp: () => Promise<void>;
}

/** Options of {@link createDoorSession}. */
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

class Refused extends Untried {}

/** The longest time in which a task is polled that was answered before it ended, in milliseconds. */
const POLL_MS = 5_000;

/** Makes the session of one door. */
export function createDoorSession(door: Door, options: DoorSessionOptions): DoorSession {
  const { card, settings, shared, counter, deadline } = options;
  const { dialect } = door;
  const open = new Map<string, TaskView>();
  let { inputs } = options;
  let timeouts = 0;
  let all: Promise<readonly Started[]> | undefined;
  let streamed: Promise<StreamExchange & { readonly input: SkillInput }> | undefined;

  async function attempt<Kept extends Exchange>(work: () => Promise<Kept>): Promise<Kept> {
    if (deadline.aborted) throw new Untried('the time of all checks was up');
    if (timeouts >= MAX_TIMEOUTS) {
      throw new Untried(`the door was given up after ${MAX_TIMEOUTS} requests without an answer`);
    }
    const exchange = await work();
    if (exchange.isTimeout === true) timeouts += 1;
    if (exchange.unreadable === undefined) return exchange;
    throw new Untried(`${exchange.operation} was not answered as it must be: see door.answers`);
  }

  const send = (call: Call): Promise<Exchange> => attempt(() => door.send(call));

  function watch(task: TaskView | undefined): void {
    if (task === undefined) return;
    if (isTerminal(task.state)) open.delete(task.id);
    else open.set(task.id, task);
  }

  async function tell(input: SkillInput, message: Fields, rest: Fields = {}): Promise<Exchange> {
    counter.count(input.skill.id);
    const blocking = dialect.version === '0.3' ? { configuration: { blocking: true } } : {};
    const exchange = await send({
      operation: 'SendMessage',
      params: { message, ...blocking, ...rest },
    });
    const event = dialect.readEvent(exchange.result);
    if (event?.kind === 'task') watch(event.task);
    return exchange;
  }

  function toMessage({ valid, schema }: SkillInput, fields: Fields = {}): Fields {
    const isPlainText = schema === undefined && typeof valid === 'string';
    const part = isPlainText ? dialect.textPart(valid) : dialect.dataPart(valid, schema);
    return dialect.message([part], fields);
  }

  async function start(input: SkillInput): Promise<Started> {
    const message = toMessage(input);
    const exchange = await tell(input, message);
    if (isRefusedCaller(door, exchange)) throw new Refused(`${input.skill.id}: ${MAY_NOT}`);
    const event = dialect.readEvent(exchange.result);
    const task = event?.kind === 'task' ? event.task : undefined;
    const settled = task && (await settle(task));
    watch(settled);
    return { input, message, exchange, event, task, settled };
  }

  /** Waits until a task has ended or waits for its caller. */
  async function settle(task: TaskView): Promise<TaskView> {
    let last = task;
    const end = performance.now() + Math.min(POLL_MS, settings.timeoutMs / 2);
    for (let pause = 20; !isAtRest(last) && performance.now() < end; pause *= 2) {
      await sleep(Math.min(pause, 500));
      const { result } = await send({ operation: 'GetTask', params: { id: task.id } });
      last = dialect.readTask(result) ?? last;
    }
    return last;
  }

  async function startEach(): Promise<readonly Started[]> {
    const started: Started[] = [];
    const refused = new Map<SkillInput, string>();
    let failure: unknown;
    for (const input of inputs.inputs) {
      try {
        started.push(await start(input));
      } catch (error) {
        if (!(error instanceof Untried)) throw error;
        if (error instanceof Refused) refused.set(input, error.message);
        failure = error;
      }
    }
    inputs = {
      inputs: inputs.inputs.filter((input) => !refused.has(input)),
      leftOut: [...new Set([...refused.values(), ...inputs.leftOut])],
    };
    if (started.length === 0 && failure !== undefined) throw failure;
    return started;
  }

  const startAll = (): Promise<readonly Started[]> => (all ??= startEach());

  async function find(isWanted: (task: TaskView) => boolean, reason: string): Promise<StartedTask> {
    const started = await startAll();
    for (const one of started) {
      if (one.settled !== undefined && isWanted(one.settled))
        return { ...one, settled: one.settled };
    }
    throw new Untried(reason);
  }

  const findWaiting = (): Promise<StartedTask> =>
    find(({ state }) => isInterrupted(state), 'no task asked a question');

  async function findEnded(): Promise<StartedTask> {
    const started = await startAll();
    if (started.some(({ settled }) => settled?.state === 'completed')) {
      return keepFirst(await find(({ state }) => state === 'completed', ''));
    }
    return keepFirst(await find(({ state }) => isTerminal(state), 'no task ended'));
  }

  function keepFirst(found: StartedTask): StartedTask {
    shared.ended ??= { task: found.settled, doorName: door.name };
    return found;
  }

  async function openStream(): Promise<StreamExchange & { readonly input: SkillInput }> {
    if (card.capabilities['streaming'] !== true) {
      throw new Untried('the card does not offer streaming');
    }
    const started = await startAll();
    const picked =
      started.find(({ settled }) => settled?.state === 'completed') ??
      started.find(({ event }) => event !== undefined);
    const input = picked?.input ?? inputs.inputs[0];
    if (input === undefined) throw new Untried('there is no input to send');
    counter.count(input.skill.id);
    const params = { message: toMessage(input) };
    const exchange = await attempt(() => door.open({ operation: 'SendStreamingMessage', params }));
    for (const event of exchange.events) {
      const view = dialect.readEvent(event);
      if (view?.kind === 'task') watch(view.task);
      else if (view?.kind === 'statusUpdate' && isTerminal(view.state)) open.delete(view.taskId);
    }
    return { ...exchange, input };
  }

  return {
    door,
    card,
    get inputs() {
      return inputs;
    },
    settings,
    shared,
    send,
    attempt,
    tell,
    toMessage,
    startAll,
    findEnded,
    findWaiting,
    open: (call, openOptions) => attempt(() => door.open(call, openOptions)),
    stream: () => (streamed ??= openStream()),
    async startWaiting() {
      const { input } = await findWaiting();
      const started = await start(input);
      const { settled } = started;
      if (settled !== undefined && isInterrupted(settled.state)) return { ...started, settled };
      throw new Untried('the second task asked no question');
    },
    async getTask(id, fields = {}) {
      const { result } = await send({ operation: 'GetTask', params: { id, ...fields } });
      const task = dialect.readTask(result);
      if (task === undefined) throw new Untried('GetTask did not answer the task: see task.get');
      watch(task);
      return task;
    },
    async cleanUp() {
      for (const id of open.keys()) {
        if (timeouts >= MAX_TIMEOUTS || deadline.aborted) return;
        const { isTimeout } = await door.send({ operation: 'CancelTask', params: { id } });
        if (isTimeout === true) timeouts += 1;
      }
    },
  };
}

/** True if nothing more happens to a task before its caller does something. */
function isAtRest({ state }: TaskView): boolean {
  return isTerminal(state) || isInterrupted(state);
}

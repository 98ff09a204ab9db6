import { AgentCard, type Message, type Task } from '@a2a-js/sdk';
import { ServerCallContext, type User } from '@a2a-js/sdk/server';
import {
  type Agent,
  type AnySkill,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  type Principal,
  toAgentCard,
} from '@formwork/core';
import { createSendRequest } from '@formwork/core/internal';
import {
  createTaskSweeper,
  createMemoryEngine,
  type NewTask,
  type RetentionOptions,
  type TaskEngine,
} from '@formwork/runtime';
import { TaskWatcher, createRequestHandler, toPrincipalScope } from '@formwork/runtime/internal';
import { listNames } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { checkOptions, createIntegerRule } from '@formwork/schema/options';
import { createMessage, type TestFile, toInputPart, toPart } from './outgoing-message.ts';
import type { TaskHost } from './task-tracker.ts';
import { settle, type TestClock } from './test-clock.ts';
import { createTestLog, type LogEntry } from './test-log.ts';
import { createPeople, type TestNotice, type People } from './test-people.ts';
import { type FaultOrder, Processes } from './test-process.ts';
import { createAnswered, openTask, type TestFaults, type TestTask } from './test-task.ts';
import { translate } from './translate.ts';

/** Options of `createTestAgent`. */
export interface TestAgentOptions {
  /** The clock that decides when timers run and what time it is. Default: the real time. */
  readonly clock?: TestClock;
  /** The authenticated caller, which handlers see as `task.user`. Default: an anonymous caller. */
  readonly user?: Principal;
  /** The limits beyond which tasks are ended or deleted, as for a server. Default: no limits. */
  readonly retention?: RetentionOptions;
  /** The largest number of tasks that run at once. Default 256, as in a server. */
  readonly concurrency?: number;
  /** The largest number of times that a task may begin without an end. Default 5, as in a server. */
  readonly maxAttempts?: number;
}

/** Options of every message that begins a task. */
export interface StartOptions {
  /** Faults that happen while the task runs. Default: none. */
  readonly faults?: TestFaults;
  /** The files of the message, which the handler reads as `task.files`. Default: none. */
  readonly files?: readonly TestFile[];
  /** The id of the conversation that the task belongs to. Default: a new one. */
  readonly contextId?: string;
  /** The metadata of the message. Default: none, or the id of the skill. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const EXTENSIONS = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI];

/** An agent that runs: its engine, processes and people, and the messages that begin tasks. */
export class RunningAgent {
  readonly log: readonly LogEntry[];
  readonly notices: readonly TestNotice[];
  readonly #agent: Agent;
  readonly #options: TestAgentOptions;
  readonly #engine: TaskEngine;
  readonly #watcher: TaskWatcher;
  readonly #processes: Processes;
  readonly #people: People;
  readonly #sweeper: ReturnType<typeof createTaskSweeper>;
  readonly #handler: ReturnType<typeof createRequestHandler>;
  readonly #host: TaskHost;
  /** The messages that begin tasks: the fault that the test has ordered, and the task. */
  readonly #begun = new Map<string, Begun>();
  #closing: Promise<void> | undefined;

  constructor(agent: Agent, options: TestAgentOptions) {
    checkTestOptions(options);
    const { clock, user, retention = {} } = options;
    const { logger, entries, listErrors } = createTestLog();
    const engine = createMemoryEngine(clock === undefined ? {} : { now: () => clock.now() });
    const settings = toSettings(options);
    this.#agent = agent;
    this.#options = options;
    this.#engine = engine;
    this.#watcher = new TaskWatcher(engine);
    this.#processes = new Processes({ agent, engine, logger, settings });
    this.#sweeper = createTaskSweeper(engine, { logger, retention });
    const { runner } = this.#processes;
    this.#handler = createRequestHandler({
      agent,
      agentCard: AgentCard.fromJSON(toAgentCard(agent, CARD)),
      engine: watchCreation(engine, (task) => this.#noteTask(task)),
      runner,
      watcher: this.#watcher,
      logger,
    });
    this.#people = createPeople({ engine, runner, logger, user });
    this.log = entries;
    this.notices = this.#people.notices;
    this.#host = this.#createHost(listErrors);
  }

  start(skillId: string, input: unknown, options: StartOptions = {}): Promise<TestTask> {
    const skill = findSkill(this.#agent, skillId);
    const { contextId, files, faults } = options;
    const metadata = { skillId, ...options.metadata };
    const message = createMessage(toInputPart(skill, input), { contextId, files, metadata });
    return this.begin(message, { skill, faults });
  }

  /** Sends a message that begins a task; without `skill`, the agent chooses one. */
  async begin(
    message: Message,
    { skill, faults }: { readonly skill?: AnySkill; readonly faults: TestFaults | undefined },
  ): Promise<TestTask> {
    const entry: Begun = { order: toOrder(faults) };
    this.#begun.set(message.messageId, entry);
    const answer = await this.#send(message).finally(() => this.#begun.delete(message.messageId));
    const { order, task } = entry;
    const chosen = skill ?? this.#agent.skills.find(({ id }) => id === task?.invocation.skillId);
    const parts = { host: this.#host, skill: chosen, order };
    if (!('status' in answer)) return createAnswered(answer, parts, task?.id);
    const snapshot = await this.#engine.get(toPrincipalScope(this.#options.user), answer.id);
    if (snapshot === undefined) throw new Error(`The task ${answer.id} is gone.`);
    return openTask(snapshot, parts);
  }

  /** Closes the agent once; further calls wait for the same end. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const stopping = [this.#processes.stop(), this.#sweeper.stop(), this.#people.stop()];
    await finish(Promise.all(stopping), this.#options.clock);
    this.#watcher.close();
    await this.#engine.close();
  }

  #createHost(listErrors: TaskHost['listErrors']): TaskHost {
    return {
      engine: this.#engine,
      watcher: this.#watcher,
      processes: this.#processes,
      people: this.#people,
      isClosed: () => this.#closing !== undefined,
      listErrors,
      answer: async (taskId, value) => {
        await this.#send(createMessage(toPart(value), { taskId }));
      },
      cancel: async (taskId) => {
        const request = { tenant: '', id: taskId, metadata: undefined };
        const context = createContext(this.#options.user);
        await translate(() => this.#handler.cancelTask(request, context));
      },
    };
  }

  #send(message: Message): Promise<Message | Task> {
    const request = createSendRequest(message, { returnImmediately: true });
    const context = createContext(this.#options.user);
    return translate(() => this.#handler.sendMessage(request, context));
  }

  /** Notes the task of a message before its first write, which a fault may follow. */
  #noteTask(task: NewTask): void {
    const entry = this.#begun.get(task.message.messageId);
    if (entry === undefined) return;
    entry.task = task;
    if (entry.order !== undefined) this.#processes.order(task.id, entry.order);
  }
}

/** A message that begins a task. */
interface Begun {
  readonly order: FaultOrder | undefined;
  /** The task that the message has begun; absent if it has begun none. */
  task?: NewTask;
}

const CARD = {
  interfaces: [{ url: 'http://agent.test', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  streaming: true,
  pushNotifications: false,
} as const;

function checkTestOptions(options: TestAgentOptions): void {
  checkOptions(options, {
    subject: 'Cannot test the agent',
    rules: {
      clock: { expected: 'a clock of createTestClock', isValid: isRecord },
      user: { expected: 'a principal with an id', isValid: isRecord },
      retention: { expected: 'an object', isValid: isRecord },
      concurrency: createIntegerRule(1),
      maxAttempts: createIntegerRule(1),
    },
  });
}

/**
 * Chooses the settings of runners. With a clock, they look for work and renew leases seldom, because
 * every look is a timer, and a test may advance by weeks.
 */
function toSettings({ clock, concurrency, maxAttempts }: TestAgentOptions) {
  return {
    ...(clock !== undefined && { leaseMs: 600_000, pollMs: 60_000 }),
    ...(concurrency !== undefined && { concurrency }),
    ...(maxAttempts !== undefined && { maxAttempts }),
  };
}

/** Tells `onCreate` about every task before it is created, so that its first write can be counted. */
function watchCreation(engine: TaskEngine, onCreate: (task: NewTask) => void): TaskEngine {
  return {
    ...engine,
    create(task, claim) {
      onCreate(task);
      return engine.create(task, claim);
    },
  };
}

function toOrder(faults: TestFaults = {}): FaultOrder | undefined {
  const requested = FAULTS.filter(([name]) => faults[name] !== undefined);
  const [first, second] = requested;
  if (first === undefined) return undefined;
  const [name, kind] = first;
  const afterWrites = faults[name];
  if (second !== undefined) {
    throw new TypeError(
      `Cannot order the fault because there must be one for a call: current value is ${JSON.stringify(faults)}`,
    );
  }
  if (afterWrites !== undefined && Number.isInteger(afterWrites) && afterWrites >= 0) {
    return { kind, afterWrites, isDone: false };
  }
  throw new RangeError(
    `Cannot order the fault because ${name} must be an integer from 0: current value is ${JSON.stringify(afterWrites)}`,
  );
}

/** The faults that a call can order, and what they do. */
const FAULTS = [
  ['crashAfterWrites', 'crash'],
  ['loseLeaseAfterWrites', 'lost'],
] as const;

/**
 * Finds a skill of an agent.
 *
 * @throws TypeError that lists the ids of its skills
 */
export function findSkill({ skills }: Agent, id: string): AnySkill {
  const skill = skills.find((candidate) => candidate.id === id);
  if (skill !== undefined) return skill;
  const ids = skills.map((candidate) => candidate.id);
  throw new TypeError(
    `Cannot call the skill because its id must be of ${listNames(ids, id)}: current value is ${JSON.stringify(id)}`,
  );
}

function createContext(principal: Principal | undefined): ServerCallContext {
  const user: User & { readonly scopes: readonly string[] } = {
    isAuthenticated: principal !== undefined,
    userName: principal?.id ?? '',
    scopes: principal?.scopes ?? [],
  };
  const context = new ServerCallContext({
    user,
    requestedExtensions: EXTENSIONS,
    requestedVersion: '1.0',
  });
  for (const uri of EXTENSIONS) context.addActivatedExtension(uri);
  return context;
}

/** Waits for work that also waits for timers: with a clock, time passes until the work is done. */
async function finish(work: Promise<unknown>, clock: TestClock | undefined): Promise<void> {
  const progress = { isDone: false };
  const done = work.finally(() => {
    progress.isDone = true;
  });
  done.catch(() => undefined);
  if (clock !== undefined) {
    await settle();
    while (!progress.isDone) await clock.advance(1_000);
  }
  await done;
}

import { AgentCard, type Message } from '@a2a-js/sdk';
import { ServerCallContext, type User } from '@a2a-js/sdk/server';
import type { AgentTypesSource, CallData, CallInput, ToAgentTypes } from '@formwork/client';
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
  createJanitor,
  createMemoryEngine,
  type NewTask,
  type RetentionOptions,
  type TaskEngine,
} from '@formwork/runtime';
import { createHintHub, createRequestHandler, toPrincipalScope } from '@formwork/runtime/internal';
import type { Json } from '@formwork/schema';
import { checkOptions, createIntegerRule, listNames } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { createMessage, type TestFile, toInputPart, toPart } from './outgoing-message.ts';
import { settle, type TestClock } from './test-clock.ts';
import { createTestLog, type LogEntry } from './test-log.ts';
import { type FaultOrder, createProcesses } from './test-process.ts';
import { createPeople, type TestNotice } from './test-people.ts';
import type { ScriptedAnswers } from './test-question.ts';
import { translate } from './translate.ts';
import {
  createAnswered,
  follow,
  openTask,
  type TaskHost,
  type TestFaults,
  type TestTask,
} from './test-task.ts';

/** Options of {@link createTestAgent}. */
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

/** Options of calls that wait for the task. */
export interface TestCallOptions extends StartOptions {
  /**
   * The answers to the questions of the task: a list, or an object with an answer for each name of
   * a form or each prompt. The call then waits for the end of the task, and every answer must be
   * used. Default: the call returns when the task asks.
   */
  readonly answers?: ScriptedAnswers;
}

/** An agent that runs in the process of its test, without sockets. */
export interface TestAgent<
  Types extends { readonly skills: object } = { readonly skills: object },
> extends AsyncDisposable {
  /**
   * Calls a skill, and resolves when its task has ended or asks a question without a scripted
   * answer. A task that fails does not reject: see its `state`.
   *
   * @throws MessageRefusedError if the agent refuses the input, ScriptError if answers and questions do
   * not match, FaultMissedError if an ordered fault did not happen
   */
  call<Id extends keyof Types['skills'] & string>(
    skillId: Id,
    input: CallInput<TypesOf<Types, Id>>,
    options?: TestCallOptions,
  ): Promise<TestTask<CallData<TypesOf<Types, Id>>>>;
  /** Calls a skill, and resolves as soon as its task is created. */
  start<Id extends keyof Types['skills'] & string>(
    skillId: Id,
    input: CallInput<TypesOf<Types, Id>>,
    options?: StartOptions,
  ): Promise<TestTask<CallData<TypesOf<Types, Id>>>>;
  /** Sends text, or JSON without a schema, and waits as {@link call} does. */
  send(content: Json, options?: TestCallOptions): Promise<TestTask>;
  /**
   * What people were told so far about questions that were given to them: asked, handed over,
   * reminded, overdue and escalated. Reminders and due times come by the clock.
   */
  readonly notices: readonly TestNotice[];
  /** Everything that the handlers and the runner have logged so far. */
  readonly log: readonly LogEntry[];
  /** Stops all handlers and forgets all tasks. A handler that ignores its signal gets 5 s. */
  close(): Promise<void>;
}

/** The types of one skill. */
type TypesOf<
  Types extends { readonly skills: object },
  Id extends keyof Types['skills'],
> = Types['skills'][Id] extends infer Skill extends {
  readonly input: object;
  readonly output: object;
}
  ? Skill
  : never;

const EXTENSIONS = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI];

/**
 * Runs an agent on an engine in memory, with the request handling of a server and without sockets.
 * Close it when the test is over.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { defineAgent, defineSkill } from '@formwork/core';
 * import { createTestAgent } from '@formwork/testing';
 *
 * const greet = defineSkill({
 *   id: 'greet',
 *   name: 'Greet',
 *   description: 'Greets whoever writes.',
 *   tags: [],
 *   text: ({ text }) => `Hello, ${text}`,
 * });
 * const agent = defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });
 *
 * await using test = createTestAgent(agent);
 * const task = await test.send('Ada');
 * console.log(task.state, task.result()); // completed Hello, Ada
 * ```
 */
export function createTestAgent<Source extends Agent & AgentTypesSource>(
  agent: Source,
  options: TestAgentOptions = {},
): TestAgent<ToAgentTypes<Source>> {
  checkTestOptions(options);
  const { clock, user, retention = {} } = options;
  const log = createTestLog();
  const engine = createMemoryEngine(clock === undefined ? {} : { now: () => clock.now() });
  const hub = createHintHub(engine);
  const processes = createProcesses({
    agent,
    engine,
    logger: log.logger,
    settings: toSettings(options),
  });
  const janitor = createJanitor(engine, { logger: log.logger, retention });
  /** The messages that begin tasks: the fault that the test has ordered, and the task. */
  const begun = new Map<string, Begun>();
  const handler = createRequestHandler({
    agent,
    agentCard: AgentCard.fromJSON(toAgentCard(agent, CARD)),
    engine: watchCreation(engine, (task) => {
      const entry = begun.get(task.message.messageId);
      if (entry === undefined) return;
      entry.task = task;
      if (entry.order !== undefined) processes.order(task.id, entry.order);
    }),
    runner: processes.runner,
    hub,
    logger: log.logger,
  });
  const scope = toPrincipalScope(user);
  const people = createPeople({ engine, runner: processes.runner, logger: log.logger, user });
  let isClosed = false;
  const host: TaskHost = {
    engine,
    hub,
    processes,
    people,
    isClosed: () => isClosed,
    listErrors: (taskId) => log.listErrors(taskId),
    async answer(taskId, value) {
      await send(createMessage(toPart(value), { taskId }));
    },
    async cancel(taskId) {
      const request = { tenant: '', id: taskId, metadata: undefined };
      await translate(() => handler.cancelTask(request, createContext(user)));
    },
  };

  async function send(message: Message) {
    const request = createSendRequest(message, { returnImmediately: true });
    return translate(() => handler.sendMessage(request, createContext(user)));
  }

  async function begin(
    message: Message,
    {
      skill,
      faults,
    }: { readonly skill: AnySkill | undefined; readonly faults: TestFaults | undefined },
  ): Promise<TestTask> {
    const entry: Begun = { order: toOrder(faults) };
    begun.set(message.messageId, entry);
    const answer = await send(message).finally(() => begun.delete(message.messageId));
    const { order, task } = entry;
    const found = skill ?? agent.skills.find(({ id }) => id === task?.invocation.skillId);
    const parts = { host, skill: found, order };
    if (!('status' in answer)) return createAnswered(answer, { ...parts, taskId: task?.id });
    const snapshot = await engine.get(scope, answer.id);
    if (snapshot === undefined) throw new Error(`The task ${answer.id} is gone.`);
    return openTask(snapshot, parts);
  }

  function start(skillId: string, input: unknown, given: StartOptions = {}): Promise<TestTask> {
    const skill = findSkill(agent, skillId);
    const { contextId, files, faults } = given;
    const metadata = { skillId, ...given.metadata };
    const message = createMessage(toInputPart(skill, input), { contextId, files, metadata });
    return begin(message, { skill, faults });
  }

  async function complete(task: TestTask, answers: ScriptedAnswers | undefined): Promise<TestTask> {
    await (answers === undefined ? task.settled() : follow(task, answers));
    return task;
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await finish(Promise.all([processes.stop(), janitor.stop(), people.stop()]), clock);
    hub.close();
    await engine.close();
  }

  const tested = {
    log: log.entries,
    notices: people.notices,
    start,
    async call(skillId: string, input: unknown, given: TestCallOptions = {}) {
      return complete(await start(skillId, input, given), given.answers);
    },
    async send(content: Json, given: TestCallOptions = {}) {
      const { contextId, files, metadata, faults } = given;
      const message = createMessage(toPart(content), { contextId, files, metadata });
      return complete(await begin(message, { skill: undefined, faults }), given.answers);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  // The handler checks inputs and results by the schemas from which these types are inferred.
  return tested as unknown as TestAgent<ToAgentTypes<Source>>;
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
  const given = FAULTS.filter(([name]) => faults[name] !== undefined);
  const [first, second] = given;
  if (first === undefined) return undefined;
  const [name, kind] = first;
  const afterWrites = faults[name];
  if (second !== undefined) {
    throw new TypeError(
      `Cannot order the fault as there must be one for a call: current value is ${JSON.stringify(faults)}`,
    );
  }
  if (afterWrites !== undefined && Number.isInteger(afterWrites) && afterWrites >= 0) {
    return { kind, afterWrites, isDone: false };
  }
  throw new RangeError(
    `Cannot order the fault as ${name} must be an integer from 0: current value is ${JSON.stringify(afterWrites)}`,
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
    `Cannot call the skill as its id must be of ${listNames(ids, id)}: current value is ${JSON.stringify(id)}`,
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

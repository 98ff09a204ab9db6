import type { AgentTypesSource, CallData, CallInput, ToAgentTypes } from '@formwork/client';
import { type Agent } from '@formwork/core';
import type { Json } from '@formwork/schema';
import { createMessage, toPart } from './outgoing-message.ts';
import { RunningAgent, type StartOptions, type TestAgentOptions } from './running-agent.ts';
import { type LogEntry } from './test-log.ts';
import { type TestNotice } from './test-people.ts';
import type { ScriptedAnswers } from './test-question.ts';
import { follow, type TestTask } from './test-task.ts';

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
   * The news that people got so far of questions that were given to them: asked, handed over,
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
 *   description: 'Greets the writer.',
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
  const running = new RunningAgent(agent, options);
  const close = (): Promise<void> => running.close();
  const tested = {
    log: running.log,
    notices: running.notices,
    start: (skillId: string, input: unknown, startOptions?: StartOptions) =>
      running.start(skillId, input, startOptions),
    async call(skillId: string, input: unknown, callOptions: TestCallOptions = {}) {
      const task = await running.start(skillId, input, callOptions);
      return complete(task, callOptions.answers);
    },
    async send(content: Json, callOptions: TestCallOptions = {}) {
      const { contextId, files, metadata, faults } = callOptions;
      const message = createMessage(toPart(content), { contextId, files, metadata });
      return complete(await running.begin(message, { faults }), callOptions.answers);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  // The handler checks inputs and results by the schemas from which these types are inferred.
  return tested as unknown as TestAgent<ToAgentTypes<Source>>;
}

/** Waits until a task has ended or asks; with a script, until it has ended. */
async function complete(task: TestTask, answers: ScriptedAnswers | undefined): Promise<TestTask> {
  await (answers === undefined ? task.settled() : follow(task, answers));
  return task;
}

import type { Agent, AnySkill, Principal } from '@formwork/core';
import { createNamedSchema, type Json, type NamedSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { checkOptions, createIntegerRule } from '@formwork/schema/options';
import * as fc from 'fast-check';
import { MessageRefusedError, SkillCheckError, TaskStateError } from './errors.ts';
import { createInputArbitrary, listInputs } from './input-maker.ts';
import { findSkill } from './running-agent.ts';
import { createTestAgent, type TestAgent } from './test-agent.ts';
import type { TestClock } from './test-clock.ts';
import { openScript, showQuestion, type TestQuestion } from './test-question.ts';
import type { TestTask } from './test-task.ts';

/** Options of {@link checkSkill}. */
export interface CheckSkillOptions {
  /** The number of inputs to try, for each input schema of the skill. Default 100. */
  readonly runs?: number;
  /** The seed of the inputs: the same seed tries the same inputs. Default: a random one. */
  readonly seed?: number;
  /** The clock that passes while a task works, so that delays take no time. Default: real time. */
  readonly clock?: TestClock;
  /** The time after which a task must have ended, in milliseconds. Default 5,000. */
  readonly limitMs?: number;
  /**
   * The answers to questions, by the name of the form or the prompt. Default: valid data for forms,
   * `yes` for texts.
   */
  readonly answers?: { readonly [nameOrPrompt: string]: Json };
  /**
   * Decides whether a task that has not completed ended as it should, such as with a `PublicError`
   * of its own. Default: a rejected task did, a failed one did not.
   */
  readonly mayEnd?: (task: TestTask) => boolean;
  /** The authenticated caller, as in `createTestAgent`. Default: an anonymous caller. */
  readonly user?: Principal;
}

/** The outcome of {@link checkSkill}: the number of inputs, and the seed that makes them again. */
export interface SkillCheck {
  /** The number of inputs that were tried. */
  readonly inputs: number;
  readonly seed: number;
}

/** The most inputs that are tried to find a smaller one that fails. */
const MAX_SHRINKS = 200;
/**
 * The number of smaller inputs with which a task may take its whole time limit; after that, none is
 * tried any more.
 */
const MAX_LATE = 2;
/** The most questions that a task may ask. */
const MAX_QUESTIONS = 20;

/**
 * Calls a skill with many valid inputs, made from its schemas and examples, and checks that the
 * agent accepts each one, and that each task ends with a result that fits. If one fails, it looks
 * for a smaller input that fails, too.
 *
 * @throws SkillCheckError with the smallest failing input; TypeError or RangeError for wrong
 * options, and for a schema that no input is found for
 *
 * @example
 * ```ts
 * import { defineAgent, defineSkill } from '@formwork/core';
 * import { checkSkill } from '@formwork/testing';
 *
 * const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as
 * const;
 * const greet = defineSkill({
 *   id: 'greet',
 *   name: 'Greet',
 *   description: 'Greets a person.',
 *   tags: [],
 *   input: { name },
 *   run: ({ input }) => `Hello, ${input.name}`,
 * });
 * const agent = defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });
 *
 * await checkSkill(agent, 'greet', { runs: 50, seed: 1 });
 * ```
 */
export async function checkSkill<Source extends Agent>(
  agent: Source,
  skillId: Source['skills'][number]['id'],
  options: CheckSkillOptions = {},
): Promise<SkillCheck> {
  checkSkillOptions(options);
  const { runs = 100, seed = Math.floor(Math.random() * 2 ** 31), clock, user } = options;
  const skill = findStructuredSkill(agent, skillId);
  const shared = { ...(clock && { clock }), ...(user && { user }) };
  const tested: TestAgent = createTestAgent<Agent>(agent, shared);
  let inputs = 0;
  try {
    for (const schema of skill.inputs.values()) {
      const isTagged = skill.inputs.size > 1;
      const attempt = (data: Json): Promise<Fault | undefined> => {
        const input = isTagged ? { schema: schema.name, data } : data;
        return tryInput(input, { tested, skill, options });
      };
      await checkSchema(schema, { skill, runs, seed, attempt });
      inputs += runs;
    }
  } finally {
    await tested.close();
  }
  return { inputs, seed };
}

/** Options of {@link checkSchema}. */
interface CheckSchemaOptions {
  readonly skill: AnySkill;
  readonly runs: number;
  readonly seed: number;
  /** Calls the skill, and returns what went wrong; `undefined` if nothing did. */
  readonly attempt: (data: Json) => Promise<Fault | undefined>;
}

async function checkSchema(
  schema: NamedSchema,
  { skill, runs, seed, attempt }: CheckSchemaOptions,
): Promise<void> {
  const example = skill.exampleData.get(schema.name);
  const [first, ...others] = listInputs(schema, example === undefined ? [] : [example]);
  if (first === undefined) {
    throw new TypeError(
      `Cannot check the skill ${JSON.stringify(skill.id)} because an input of the schema ${JSON.stringify(schema.name)} must be found: add an example to the skill.`,
    );
  }
  const search = new FailureSearch(attempt);
  const inputs = createInputArbitrary(schema, [first, ...others]);
  const outcome = await fc.check(
    fc.asyncProperty(inputs, (input) => search.passes(input)),
    { numRuns: runs, seed, examples: [first, ...others].map((input) => [input]) },
  );
  const { least } = search;
  // An error of the check itself, such as that of a wrong option.
  if (least === undefined && outcome.failed) throw outcome.errorInstance;
  if (least === undefined) return;
  throw new SkillCheckError(
    `The skill ${JSON.stringify(skill.id)} must handle every input of its schema ${JSON.stringify(schema.name)}, but not this one:\n${JSON.stringify(least.input)}\n${least.fault.text}\nTo try the same inputs again, set seed: ${seed}.`,
    { schema: schema.name, input: least.input, seed },
  );
}

/** What went wrong with an input. */
interface Fault {
  readonly text: string;
  /** True if the task has taken its whole time limit, which passed in real time. */
  readonly isLate: boolean;
}

/** A search for the smallest input that fails; it tries each input once, and not without end. */
class FailureSearch {
  readonly #attempt: CheckSchemaOptions['attempt'];
  /** The smaller inputs that were tried, as JSON. */
  readonly #tried = new Set<string>();
  /** The number of smaller inputs whose tasks have taken their whole time limit. */
  #late = 0;
  #least: { readonly input: Json; readonly fault: Fault } | undefined;

  constructor(attempt: CheckSchemaOptions['attempt']) {
    this.#attempt = attempt;
  }

  /** The last input that has failed; each one is smaller than the one before. */
  get least(): { readonly input: Json; readonly fault: Fault } | undefined {
    return this.#least;
  }

  /** Tries an input. One that is not tried any more passes, which ends the search. */
  async passes(input: Json): Promise<boolean> {
    const isSmaller = this.#least !== undefined;
    const text = JSON.stringify(input);
    if (isSmaller) {
      if (this.#tried.has(text) || this.#tried.size >= MAX_SHRINKS || this.#late >= MAX_LATE) {
        return true;
      }
      this.#tried.add(text);
    }
    const fault = await this.#attempt(input);
    if (fault === undefined) return true;
    this.#least = { input, fault };
    if (isSmaller && fault.isLate) this.#late += 1;
    return false;
  }
}

/** Calls a skill with an input, and returns what went wrong; `undefined` if nothing did. */
async function tryInput(
  input: Json,
  {
    tested,
    skill,
    options,
  }: {
    readonly tested: TestAgent;
    readonly skill: AnySkill;
    readonly options: CheckSkillOptions;
  },
): Promise<Fault | undefined> {
  const { mayEnd = ({ state }) => state === 'rejected' } = options;
  try {
    /** The types of an agent whose skills are not known. */
    const task = await (
      tested as TestAgent<{
        readonly skills: { readonly [id: string]: { readonly input: {}; readonly output: {} } };
      }>
    ).start(skill.id, input);
    await waitForEnd(task, options);
    if (task.state !== 'completed' && !mayEnd(task)) task.result();
    return undefined;
  } catch (error) {
    if (error instanceof MessageRefusedError) {
      return { text: `The agent refused it: ${error.message}`, isLate: false };
    }
    if (!(error instanceof TaskStateError)) throw error;
    const isLate = options.clock === undefined && error instanceof LateTaskError;
    return { text: error.message, isLate };
  }
}

/** Answers the questions of a task until it has ended. */
async function waitForEnd(task: TestTask, options: CheckSkillOptions): Promise<void> {
  await wait(task, task.settled(), options);
  for (let round = 0; task.question !== undefined; round += 1) {
    const { question } = task;
    if (round === MAX_QUESTIONS) {
      throw new TaskStateError(
        `The task still asks after ${MAX_QUESTIONS} answers: ${showQuestion(question)}`,
      );
    }
    await wait(task, task.answer(toAnswer(question, options), toAnswerer(question)), options);
  }
}

/** Chooses a person who may answer: the first of those who got a question, or the caller. */
function toAnswerer({ assignment }: TestQuestion): { readonly as?: Principal } {
  const address = assignment?.to[0];
  if (address === undefined) return {};
  return address.startsWith('role:')
    ? { as: { id: 'somebody with the role', scopes: [address] } }
    : { as: { id: address.slice('user:'.length) } };
}

function toAnswer(question: TestQuestion, { answers = {} }: CheckSkillOptions): Json {
  const { name, prompt, schema } = question;
  const scripted = openScript(answers).take(question);
  if (scripted !== undefined) return scripted.value;
  if (schema === undefined) return 'yes';
  const { named: namedSchema } = createNamedSchema(name ?? 'answer', schema, {
    direction: 'input',
    where: `question ${JSON.stringify(prompt)}`,
  });
  const [sample] = namedSchema === undefined ? [] : listInputs(namedSchema, []);
  if (sample !== undefined) return sample;
  throw new TaskStateError(
    `Cannot make an answer to the question ${JSON.stringify(prompt)}: give one in the option answers.`,
  );
}

/** Waits until a task is at rest, for at most the time limit of the check. */
async function wait(
  task: TestTask,
  settling: Promise<void>,
  { clock, limitMs = 5_000 }: CheckSkillOptions,
): Promise<void> {
  const progress = { isAtRest: false };
  const resting = settling.finally(() => {
    progress.isAtRest = true;
  });
  if (clock === undefined) {
    const late = Symbol('late');
    const settled = new AbortController();
    const limit = new Promise<typeof late>((resolve) => {
      const timer = setTimeout(resolve, limitMs, late);
      settled.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    const first = await Promise.race([resting, limit]).finally(() => settled.abort());
    if (first === late) throw createLateError(task, limitMs);
    return;
  }
  resting.catch(() => undefined);
  const end = clock.now() + limitMs;
  await clock.advance(0);
  while (!progress.isAtRest && clock.now() < end) {
    await clock.advance(Math.min(1_000, end - clock.now()));
  }
  if (!progress.isAtRest) throw createLateError(task, limitMs);
  await resting;
}

class LateTaskError extends TaskStateError {}

function createLateError({ state }: TestTask, limitMs: number): LateTaskError {
  return new LateTaskError(`The task must end within ${limitMs} ms, and is still ${state}.`);
}

function checkSkillOptions(options: CheckSkillOptions): void {
  checkOptions(options, {
    subject: 'Cannot check the skill',
    rules: {
      runs: createIntegerRule(1),
      seed: createIntegerRule(0),
      clock: { expected: 'a clock of createTestClock', isValid: isRecord },
      limitMs: createIntegerRule(1),
      answers: { expected: 'an object', isValid: isRecord },
      mayEnd: { expected: 'a function', isValid: (value) => typeof value === 'function' },
      user: { expected: 'a principal with an id', isValid: isRecord },
    },
  });
}

/** Finds a skill that takes structured input. */
function findStructuredSkill(agent: Agent, id: string): AnySkill {
  const skill = findSkill(agent, id);
  if (skill.inputs.size > 0) return skill;
  throw new TypeError(
    `Cannot check the skill ${JSON.stringify(id)} because it must have an input schema: it takes text only.`,
  );
}

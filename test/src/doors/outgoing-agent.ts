import {
  type Agent,
  defineAgent,
  defineSkill,
  PublicError,
  RejectedError,
  type TaskContext,
} from '@formwork/core';
import { OUTGOING_VALUES } from './outgoing-values.ts';

/** A way by which a handler hands a value out; callers see what it returns. */
type Way = (value: unknown, task: TaskContext) => unknown;

/** The ways that take JSON. */
export const DATA_WAYS: Readonly<Record<string, Way>> = {
  result: (value) => ({ value }),
  artifact: (value, task) => task.artifact({ id: 'a', data: { value } }),
  about: (value, task) => task.ask('Sure?', { to: 'role:boss', about: { value } }),
  otherwise: (value, task) =>
    task.ask('Sure?', {
      to: 'role:boss',
      schema: { type: 'object' },
      dueInMs: 3_600_000,
      otherwise: { value },
    }),
  details: (value, task) => task.authorize('Sign in', { details: { value } }),
};

/** The ways that take text for people; a program without types may give them anything. */
export const TEXT_WAYS: Readonly<Record<string, Way>> = {
  words: (value) => value,
  piece: (value, task) => task.artifact({ id: 'a', text: value as string, append: true }),
  whole: (value, task) => task.artifact({ id: 'a', text: value as string }),
  progress: (value, task) => task.progress(value as string),
  conclusion: (value, task) => task.conclude(value as string),
  question: (value, task) => task.ask(value as string),
  refusal(value) {
    throw new RejectedError(value as string);
  },
};

/** The way of a step, whose result the handler gets and no door shows. */
export const STEP = 'step';

/** The way of an answer that is a message, without a task; its text names the value. */
export const MESSAGE = 'message';

function find(name: string): unknown {
  return OUTGOING_VALUES.find((one) => one.name === name)?.make();
}

const input = { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] } as const;
const about = { description: 'Hands out a value.', tags: [] };

function defineWay(id: string, way: Way) {
  const output = id === 'result' ? { output: { any: { type: 'object' } } as const } : {};
  return defineSkill({
    ...about,
    ...output,
    id,
    name: id,
    input: { [id]: input },
    async run({ input: given, task }) {
      const { of } = given as { readonly of: string };
      if (id === 'result' || id === 'words') return (await way(find(of), task)) as object;
      try {
        await way(find(of), task);
      } catch (error) {
        // A question ends the run, and a refusal the task.
        if (task.signal.aborted || error instanceof RejectedError) throw error;
        throw new PublicError(String(error));
      }
      return undefined as unknown as object;
    },
  });
}

/** What the steps of {@link createOutgoingAgent} have given their handlers, by the name of the value. */
export type KeptValues = Map<string, unknown>;

/** Makes an agent with one skill for each way. */
export function createOutgoingAgent(kept: KeptValues): Agent {
  return defineAgent({
    name: 'Outgoing',
    version: '1',
    skills: [
      ...Object.entries({ ...DATA_WAYS, ...TEXT_WAYS }).map(([id, way]) => defineWay(id, way)),
      defineSkill({
        ...about,
        id: STEP,
        name: STEP,
        input: { [STEP]: input },
        async run({ input: { of }, task }: { input: { of: string }; task: TaskContext }) {
          const { value } = await task.step('make', () => ({ value: find(of) }));
          kept.set(of, value);
          return 'kept';
        },
      }),
      defineSkill({
        ...about,
        id: MESSAGE,
        name: MESSAGE,
        textAnswer: 'message',
        text: ({ text }) => find(text) as string,
      }),
    ],
  });
}

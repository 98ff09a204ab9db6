import {
  type Agent,
  type ArtifactUpdate,
  defineAgent,
  defineSkill,
  PublicError,
  type TaskContext,
} from '@formwork/core';
import { createGate, type Gate } from '../support/gate.ts';

/** Something that the agent does with a text. */
type Behaviour = (task: TaskContext) => Promise<string> | string;

/** The reference agent of a test, and what lets its long tasks end. */
export interface ReferenceAgent {
  readonly agent: Agent;
  /** Lets all long tasks that run now end. */
  readonly release: () => void;
}

/** Makes a behaviour that sends an artifact. */
function sending(update: Omit<ArtifactUpdate, 'id'>): Behaviour {
  return async (task) => {
    await task.artifact({ id: 'sent', ...update });
    return 'Done';
  };
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'tck-complete-task': () => 'Done',
  'tck-message-response': () => 'Hello',
  'tck-task-failure': () => {
    throw new PublicError('The task fails as it was asked to.');
  },
  'tck-cancel': (task) => untilEnd(task, new Promise(() => {})),
  async 'tck-multi-turn'(task) {
    while ((await task.ask('What else? Say "done" to end.')).trim() !== 'done');
    return 'Done';
  },
  async 'tck-auth-required'(task) {
    await task.authorize('Please sign in.', { url: 'https://id.example/authorize' });
    return 'Done';
  },
  async 'tck-stream-basic'(task) {
    // A task that ends at once is one event of its stream.
    await task.progress('Working');
    await task.artifact({ id: 'sent', text: 'Some output' });
    return 'Done';
  },
  async 'tck-stream-chunked'(task) {
    await task.artifact({ id: 'sent', text: 'One ', last: false });
    await task.artifact({ id: 'sent', text: 'two ', append: true });
    await task.artifact({ id: 'sent', text: 'three', append: true, last: true });
    return 'Done';
  },
  'tck-artifact-text': sending({ text: 'Some text' }),
  'tck-artifact-data': sending({ data: { temperature: 72.5, unit: 'fahrenheit' } }),
  'tck-artifact-file': sending({
    files: [{ content: Buffer.from('%PDF-1.4'), name: 'report.pdf', mediaType: 'application/pdf' }],
  }),
  'tck-artifact-file-url': sending({
    files: [{ content: new URL('https://example.com/report.pdf'), name: 'report.pdf' }],
  }),
};

/** Waits for a promise, or for the end of the task. */
function untilEnd({ signal }: TaskContext, promise: Promise<string>): Promise<string> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([promise, ended]);
}

/** The scope that callers need who have to say who they are. */
export const SCOPE = 'tck';

/**
 * Makes an agent with the 13 behaviours that the suite asks for. If its callers have to say who they
 * are, they need a scope, and it has an extended card.
 */
export function createReferenceAgent({
  isGuarded = false,
}: { readonly isGuarded?: boolean } = {}): ReferenceAgent {
  let gate: Gate = createGate();
  const skill = defineSkill({
    id: 'tck',
    name: 'Reference behaviours',
    description: 'Does what the first word of a text asks for.',
    tags: ['conformance'],
    ...(isGuarded && { scopes: [SCOPE], visibility: 'permitted' as const }),
    textAnswer: ({ text }) => (text.startsWith('tck-message-response') ? 'message' : 'task'),
    text({ text, task }) {
      const [word = ''] = text.split(' ');
      if (word === 'tck-long-running') {
        return untilEnd(
          task,
          gate.opened.then(() => 'Done'),
        );
      }
      const behaviour = BEHAVIOURS[word];
      if (behaviour === undefined) throw new PublicError(`There is no behaviour ${word}.`);
      return behaviour(task);
    },
  });
  return {
    agent: defineAgent({
      name: 'Reference',
      version: '1.0.0',
      description: 'The reference agent of the conformance suite.',
      skills: [skill],
    }),
    release() {
      gate.open();
      gate = createGate();
    },
  };
}

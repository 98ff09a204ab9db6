import { hash } from 'node:crypto';
import type { CallOutcome } from './call-outcome.ts';

/**
 * Returns the mark of the question, or of the sign-in, that an outcome shows; `undefined` if it shows
 * none. The handle of the answer has it, so that a reply belongs to what its sender has read. An agent
 * that numbers nothing is taken at its words. It is short, because models copy handles.
 */
export function markRequest(outcome: CallOutcome): string | undefined {
  switch (outcome.kind) {
    case 'question': {
      const { number, prompt, text } = outcome.question;
      return `q${number ?? digest([prompt, text])}`;
    }
    case 'auth':
      return `a${outcome.number ?? digest([outcome.text, outcome.url])}`;
    case 'working':
    case 'completed':
    case 'ended':
    case 'error':
      return undefined;
  }
}

/** True for the mark of a sign-in. */
export function isSignIn(mark: string | undefined): boolean {
  return mark?.startsWith('a') === true;
}

function digest(words: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(words), 'base64url').slice(0, 12);
}

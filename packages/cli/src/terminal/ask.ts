import { InterruptedError } from '../errors/errors.ts';
import { toSafeLine } from './safe-text.ts';

/** A choice in a prompt: its value, and its text. */
export interface Choice<Value> {
  readonly name: string;
  readonly value: Value;
}

/** Asks the person for a line of text. @throws InterruptedError on Ctrl-C. */
export async function askText(
  message: string,
  {
    check,
    preset,
    signal,
  }: {
    /** Describes the fault of an answer; `undefined` if it is valid. */
    readonly check?: (answer: string) => string | undefined;
    /** The answer that Enter alone gives, which the prompt shows. Default: the empty text. */
    readonly preset?: string | undefined;
    /** A signal that ends the prompt. */
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<string> {
  const { default: input } = await import('@inquirer/input');
  return whileAsked(
    input(
      {
        message: toSafeLine(message),
        ...(preset !== undefined && { default: toSafeLine(preset) }),
        validate: (answer) => {
          const wrong = check?.(answer);
          return wrong === undefined ? true : toSafeLine(wrong);
        },
      },
      toContext(signal),
    ),
  );
}

/** Asks the person to pick one of several choices. @throws InterruptedError on Ctrl-C. */
export async function askChoice<Value>(
  message: string,
  choices: readonly Choice<Value>[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Value> {
  const { default: select } = await import('@inquirer/select');
  const indexes = choices.map(({ name }, value) => ({ name: toSafeLine(name), value }));
  const index = await whileAsked(
    select({ message: toSafeLine(message), choices: indexes }, toContext(signal)),
  );
  const choice = choices[index];
  if (choice === undefined) throw new InterruptedError();
  return choice.value;
}

/**
 * Makes the context of a prompt, which writes to standard error, because standard output is for
 * results.
 */
function toContext(signal: AbortSignal | undefined): {
  output: NodeJS.WritableStream;
  signal?: AbortSignal;
} {
  return { output: process.stderr, ...(signal && { signal }) };
}

async function whileAsked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'ExitPromptError' || name === 'AbortPromptError') throw new InterruptedError();
    throw error;
  }
}

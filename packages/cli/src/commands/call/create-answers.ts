import type { AuthorizationRequest, Question } from '@formwork/client';
import type { Json } from '@formwork/core';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { askMissing } from '../../input/ask-missing.ts';
import { parseTextValue } from '../../input/parse-text-value.ts';
import { toRootPlace } from '../../input/schema-facets.ts';
import { askText } from '../../terminal/ask.ts';
import type { Console } from '../../terminal/console.ts';
import type { Interrupt } from '../../terminal/interrupt.ts';
import type { ProgressLine } from '../../terminal/progress-line.ts';
import { toSafeText } from '../../terminal/to-safe-text.ts';
import { NoAnswerError } from './no-answer-error.ts';

/** Options of {@link createAnswers}. */
export interface AnswersOptions {
  readonly console: Console;
  readonly progress: ProgressLine;
  readonly interrupt: Interrupt;
  /** Given on the command line, in the order of the questions. */
  readonly prepared: readonly string[];
  readonly canAsk: boolean;
}

/** Who answers a task: the command line first, then whoever sits at the terminal. */
export interface Answers {
  readonly onQuestion?: (question: Question) => Promise<Json>;
  readonly onAuthorize?: (request: AuthorizationRequest) => Promise<void>;
}

/** Makes what answers a task; without an answer the question stays open. */
export function createAnswers(options: AnswersOptions): Answers {
  const { console, progress, interrupt, prepared, canAsk } = options;
  const rest = [...prepared];

  async function whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    progress.clear();
    try {
      return await ask();
    } catch (error) {
      // The prompt took Ctrl-C for itself.
      if (error instanceof InterruptedError) interrupt.abort();
      throw error;
    }
  }

  const onQuestion = (question: Question): Promise<Json> =>
    whileAsking(async () => {
      const text = rest.shift();
      if (text !== undefined) return toAnswer(question, text);
      if (!canAsk) throw new NoAnswerError(question);
      console.err(`\n${console.paintErr('bold', toSafeText(question.text || question.prompt))}`);
      return question.kind === 'text'
        ? askText('Answer:', { signal: interrupt.signal })
        : askForm(question, interrupt.signal);
    });
  const onAuthorize = ({ text, url }: AuthorizationRequest): Promise<void> =>
    whileAsking(async () => {
      console.err(`\n${toSafeText(text)}`);
      // The text of an agent may show one address and mean another: this is where it leads.
      if (url !== undefined) console.err(`Open: ${toSafeText(new URL(url).href)}`);
      await askText('Press Enter when that is done.', { signal: interrupt.signal });
    });
  if (canAsk) return { onQuestion, onAuthorize };
  return prepared.length > 0 ? { onQuestion } : {};
}

async function askForm(
  question: Extract<Question, { readonly kind: 'form' }>,
  signal: AbortSignal,
): Promise<Json> {
  const { schema, check } = question;
  return (await askMissing(undefined, { schema, check, optional: true, signal })) as Json;
}

function toAnswer(question: Question, text: string): Json {
  if (question.kind === 'text') return text;
  return parseTextValue(text, toRootPlace(question.schema)) as Json;
}

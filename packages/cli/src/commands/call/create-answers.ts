import type { AuthorizationRequest, OutgoingFile, Question, QuestionCall } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { CliError, InterruptedError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import { askMissingValues } from '../../input/ask-missing-values.ts';
import { parseTextValue } from '../../input/parse-text-value.ts';
import { toRootNode } from '../../input/schema-facets.ts';
import { askText } from '../../terminal/ask.ts';
import type { Console } from '../../terminal/console.ts';
import type { Interrupt } from '../../terminal/interrupt.ts';
import type { ProgressLine } from '../../terminal/progress-line.ts';
import { toSafeText } from '../../terminal/safe-text.ts';
import { NoAnswerError } from './call-request.ts';

/**
 * Makes the handlers that answer a task's questions. If there is no answer, the question stays
 * open.
 */
export function createAnswers(options: {
  readonly console: Console;
  readonly progress: ProgressLine;
  readonly interrupt: Interrupt;
  /** The answers given on the command line, in the order of the questions. */
  readonly prepared: readonly string[];
  /** The files to send with the first answer. */
  readonly files: readonly OutgoingFile[];
  readonly canAsk: boolean;
  /** The time after which prompts end, in milliseconds from now. Default: never. */
  readonly timeoutMs?: number;
  /** Called with the id of the task that asks a question. */
  readonly onAsked: (taskId: string) => void;
}): {
  readonly handlers: {
    readonly onQuestion?: (question: Question, call: QuestionCall) => Promise<Json>;
    readonly onAuthorize?: (request: AuthorizationRequest) => Promise<void>;
  };
  /**
   * Warns of answers on the command line that no question asked for. @throws CliError if files were
   * not sent, or if a question was expected and no answer was used.
   */
  readonly tellUnused: (isExpected: boolean) => void;
} {
  const { console, progress, interrupt, prepared, files, canAsk, timeoutMs, onAsked } = options;
  const texts = [...prepared];
  const unsent = [...files];
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(Math.ceil(timeoutMs));
  const signal =
    deadline === undefined ? interrupt.signal : AbortSignal.any([interrupt.signal, deadline]);

  async function whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    progress.clear();
    try {
      return await ask();
    } catch (error) {
      // The prompt received Ctrl-C, or its time was up.
      if (error instanceof InterruptedError) {
        interrupt.abort(deadline?.aborted === true ? EXIT_CODES.failed : undefined);
      }
      throw error;
    }
  }

  const onQuestion = (question: Question, { attach }: QuestionCall): Promise<Json> =>
    whileAsking(async () => {
      onAsked(question.taskId);
      const text = texts.shift();
      const isForOthers = question.assignment !== undefined;
      // An answer of the command line is sent all the same: the caller may be one of these people.
      if (text === undefined && (!canAsk || isForOthers)) throw new NoAnswerError(question);
      attach(unsent.splice(0));
      if (text !== undefined) return toAnswer(question, text);
      console.err(`\n${console.paintErr('bold', toSafeText(question.text || question.prompt))}`);
      return question.kind === 'text' ? askText('Answer:', { signal }) : askForm(question, signal);
    });
  const onAuthorize = ({ taskId, text, url }: AuthorizationRequest): Promise<void> =>
    whileAsking(async () => {
      onAsked(taskId);
      console.err(`\n${toSafeText(text)}`);
      // Shows the real address, because the agent's text may show another one.
      if (url !== undefined) console.err(`Open: ${toSafeText(new URL(url).href)}`);
      await askText('Press Enter when that is done.', { signal });
    });
  const tellUnused = (isExpected: boolean): void => {
    if (unsent.length > 0) {
      throw new CliError(
        'Cannot send the files of --file because the task did not ask: files go along with an answer.',
      );
    }
    if (texts.length === 0) return;
    const text = `${texts.length} of the answers given with --answer ${texts.length === 1 ? 'was' : 'were'} not sent, as the task did not ask for ${texts.length === 1 ? 'it' : 'them'}.`;
    if (isExpected && texts.length === prepared.length) {
      throw new CliError(`Cannot answer the task: ${text}`);
    }
    console.err(`Warning: ${text}`);
  };
  const handlers = canAsk ? { onQuestion, onAuthorize } : prepared.length > 0 ? { onQuestion } : {};
  return { handlers, tellUnused };
}

async function askForm(
  question: Extract<Question, { readonly kind: 'form' }>,
  signal: AbortSignal,
): Promise<Json> {
  const { schema, check } = question;
  return (await askMissingValues(undefined, { schema, check, optional: true, signal })) as Json;
}

function toAnswer(question: Question, text: string): Json {
  if (question.kind === 'text') return text;
  return parseTextValue(text, toRootNode(question.schema)) as Json;
}

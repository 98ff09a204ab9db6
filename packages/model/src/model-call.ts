import { FormworkError } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { LanguageModel, ModelAnswer, ModelRequest } from './language-model.ts';

/** Says that a model has not answered in time, or not at all; `cause` has its own error. */
export class ModelError extends FormworkError {
  readonly code = 'MODEL_FAILED';

  /** True if the same request may work later, as far as the model says. */
  readonly isRetryable: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isRetryable: boolean }) {
    super(message, options);
    this.isRetryable = options.isRetryable;
  }
}

/**
 * Asks a model once. It does not wait for a model that ignores its signal.
 *
 * @throws ModelError if the model fails, answers something that cannot be read, or takes too long;
 * the reason of the signal if that is aborted
 */
export async function callModel(
  model: LanguageModel,
  request: ModelRequest,
  {
    signal,
    timeoutMs,
  }: {
    /** Stops the call; it then rejects with the reason of the signal. */
    readonly signal: AbortSignal;
    /** The longest time that the call may take, in milliseconds. */
    readonly timeoutMs: number;
  },
): Promise<ModelAnswer> {
  signal.throwIfAborted();
  const controller = new AbortController();
  // Not AbortSignal.timeout, because clocks of tests move timers only.
  const timer = setTimeout(() => {
    const message = `Cannot read the text because the model must answer within ${timeoutMs} ms`;
    controller.abort(new ModelError(message, { isRetryable: true }));
  }, timeoutMs);
  const stop = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([
      answer(model, { ...request, abortSignal: controller.signal }),
      ended(controller),
    ]);
  } catch (cause) {
    controller.signal.throwIfAborted();
    const message = 'Cannot read the text because the model must answer: it has failed';
    throw new ModelError(message, { cause, isRetryable: isRetryable(cause) });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function answer(model: LanguageModel, request: ModelRequest): Promise<ModelAnswer> {
  const response: unknown = await model.doGenerate(request);
  const content: unknown = Reflect.get(Object(response), 'content');
  if (!Array.isArray(content) || !content.every(isRecord)) {
    throw new TypeError('The answer of the model has no content.');
  }
  return response as ModelAnswer;
}

function ended({ signal }: AbortController): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** True for errors of the AI SDK that say so of themselves: a busy service, a broken connection. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'isRetryable') === true;
}

import type { Exchange, Step } from './exchange.ts';
import { findBelow } from './serve-door.ts';

/**
 * Makes the step that serves another one below a path, such as `/people`, without regard to case, as
 * express compares paths. Requests for other paths are passed on.
 */
export function mountStep(path: string, step: Step): Step {
  const above = path.toLowerCase();
  return (exchange, next) => {
    const below = findBelow(exchange.path, above);
    if (below === undefined) next();
    else step(new ExchangeBelow(exchange, { path: below, length: above.length }), next);
  };
}

/**
 * Makes a step from a function that resolves when it has answered, or has called `next`. An error
 * with which it rejects is that of the answer.
 */
export function toStep(answer: (exchange: Exchange, next: () => void) => Promise<void>): Step {
  return (exchange, next) => {
    answer(exchange, next).catch((error: unknown) => exchange.fail(error));
  };
}

/** An exchange as a step sees it that is mounted below a path. */
class ExchangeBelow implements Exchange {
  readonly path: string;
  readonly #outer: Exchange;
  /** The number of characters of the path where the step is mounted. */
  readonly #length: number;

  constructor(
    outer: Exchange,
    { path, length }: { readonly path: string; readonly length: number },
  ) {
    this.path = path;
    this.#outer = outer;
    this.#length = length;
  }

  get message(): Exchange['message'] {
    return this.#outer.message;
  }

  get reply(): Exchange['reply'] {
    return this.#outer.reply;
  }

  get basePath(): string {
    const { basePath, path } = this.#outer;
    return basePath + path.slice(0, this.#length);
  }

  get target(): string {
    return this.#outer.target;
  }

  get query(): Exchange['query'] {
    return this.#outer.query;
  }

  get parsedBody(): unknown {
    return this.#outer.parsedBody;
  }

  pass(): void {
    this.#outer.pass();
  }

  fail(error: unknown): void {
    this.#outer.fail(error);
  }

  settle(): void {
    this.#outer.settle();
  }

  get sendTagged(): Exchange['sendTagged'] {
    return this.#outer.sendTagged?.bind(this.#outer);
  }
}

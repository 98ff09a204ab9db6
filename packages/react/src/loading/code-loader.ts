import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/**
 * The first and the longest pause between two attempts to load code, in milliseconds. Each pause is
 * twice the one before.
 */
const PAUSE = { first: 1000, longest: 15_000 };

/**
 * Loads parts of a page that are drawn later, and tries again while the network or the server is
 * away: a promise that rejected once would be kept by React, and its part would be gone for good.
 */
export class CodeLoader {
  /** The times of the next attempts in milliseconds since 1970, by what ends the pauses before them. */
  readonly #pauses = new Map<() => void, number>();
  readonly #listeners = new Set<() => void>();
  /** The loads whose last attempt found that the server does not have the file. */
  readonly #missing = new Set<object>();

  /**
   * Calls `load` until it succeeds. Outside of a browser, where no network is, it is called once.
   *
   * @throws The error of code that arrived and failed when it ran: browsers keep it and give it to
   *   each attempt, while each attempt to fetch fails with an error of its own.
   */
  async load<T>(load: () => Promise<T>): Promise<T> {
    let last: unknown;
    for (let attempts = 0; ; attempts += 1) {
      try {
        const loaded = await load();
        if (this.#missing.delete(load)) this.#tell();
        return loaded;
      } catch (error) {
        if (error instanceof DOMException && error.name === 'NotFoundError')
          this.#missing.add(load);
        else this.#missing.delete(load);
        if (typeof document === 'undefined' || (attempts > 0 && error === last)) throw error;
        last = error;
        await this.#pause(Math.min(PAUSE.longest, PAUSE.first * 2 ** attempts));
      }
    }
  }

  /** Returns true while a part that could not be loaded waits for its next attempt. */
  readonly isWaiting = (): boolean => this.#pauses.size > 0;

  /**
   * True while the server answers that it does not have a part (`NotFoundError`), because it serves
   * another version of the page.
   */
  readonly isOutdated = (): boolean => this.#missing.size > 0;

  /**
   * Returns the time of the next attempt in milliseconds since 1970; `undefined` while no part waits
   * for one.
   */
  readonly nextAttempt = (): number | undefined =>
    this.#pauses.size === 0 ? undefined : Math.min(...this.#pauses.values());

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ends all pauses before the next attempts. */
  tryNow(): void {
    for (const end of this.#pauses.keys()) end();
  }

  #pause(delay: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        globalThis.removeEventListener('online', end);
        this.#pauses.delete(end);
        this.#tell();
        resolve();
      };
      const timer = setTimeout(end, delay);
      globalThis.addEventListener('online', end);
      this.#pauses.set(end, Date.now() + delay);
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The loader of all parts of this page. */
export const codeLoader: CodeLoader = new CodeLoader();

/**
 * Makes a component whose code is loaded when it is drawn first, by {@link codeLoader}. A `Suspense`
 * around it draws something in its place until then.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await codeLoader.load(load) }));
}

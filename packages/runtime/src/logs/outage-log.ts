import type { TaskLogger } from '@formwork/core';
import { hideAddresses } from '@formwork/schema/internal';
import { LogBackoff } from './log-backoff.ts';

/** The texts about a service. */
export interface ServiceTexts {
  readonly name: string;
  /** What goes on while the service is away, and what to do. */
  readonly meanwhile: string;
  /** The address of the service, without secrets. */
  readonly address?: string;
}

/** The time for which a service is back before its next outage is logged at once, in milliseconds. */
const CALM_MS = 600_000;

/** The time from which an outage is logged although others have just been, in milliseconds. */
const LASTING_MS = 60_000;

/**
 * Tells operators that a service is away, at growing intervals while it is, and that it is back. Of
 * a service that comes and goes, outages of less than a minute are logged at growing intervals too,
 * each with its end, and once it has been back for ten minutes, how much was left out.
 */
export class OutageLog {
  readonly #logger: TaskLogger;
  readonly #texts: ServiceTexts;
  /** The time since which the service is away, by the clock of the process. */
  #awaySince: number | undefined;
  #backSince = -Infinity;
  #isTold = false;
  /** The pauses between entries about one outage. */
  #within = new LogBackoff();
  /** The pauses between outages that are logged. */
  #between = new LogBackoff();
  #calm: NodeJS.Timeout | undefined;

  constructor(logger: TaskLogger, texts: ServiceTexts) {
    this.#logger = logger;
    this.#texts = texts;
  }

  /** Notes that the service could not be reached, and why. */
  fail(reason: string): void {
    const error = hideAddresses(reason);
    const now = performance.now();
    if (this.#awaySince === undefined) {
      clearTimeout(this.#calm);
      if (now - this.#backSince >= CALM_MS) this.#tellCalm();
      this.#awaySince = now;
      this.#isTold = false;
      this.#within = new LogBackoff();
    }
    const backoff = this.#isTold ? this.#within : this.#between;
    const isLasting = now - this.#awaySince >= LASTING_MS;
    if ((this.#isTold || !isLasting) && backoff.leavesOut()) return;
    const { name, meanwhile } = this.#texts;
    const awayMs = Math.round(now - this.#awaySince);
    const fields = {
      ...this.#addressField,
      ...(awayMs > 0 && { awayMs }),
      error,
      ...backoff.leftOutField,
    };
    this.#logger.error(`${name} is ${this.#isTold ? 'still away' : 'away'}; ${meanwhile}`, fields);
    if (!this.#isTold) this.#between.pause();
    this.#within.pause();
    this.#isTold = true;
  }

  /** Notes that the service has answered. */
  succeed(): void {
    if (this.#awaySince === undefined) return;
    const awayMs = Math.round(performance.now() - this.#awaySince);
    this.#awaySince = undefined;
    this.#backSince = performance.now();
    if (this.#isTold) {
      const { name } = this.#texts;
      this.#logger.info(`${name} is back, and the work goes on`, { ...this.#addressField, awayMs });
    }
    if (this.#between.leftOut > 0) {
      this.#calm = setTimeout(() => this.#tellCalm(), CALM_MS).unref();
    }
  }

  get #addressField(): { readonly address?: string } {
    const { address } = this.#texts;
    return address === undefined ? {} : { address };
  }

  /** Ends a time in which the service came and went. */
  #tellCalm(): void {
    if (this.#between.leftOut > 0) {
      this.#logger.info(
        `${this.#texts.name} has been back for ${CALM_MS / 60_000} minutes after it came and went`,
        { ...this.#addressField, ...this.#between.leftOutField },
      );
    }
    this.#between = new LogBackoff();
  }
}

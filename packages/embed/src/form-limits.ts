import type { AdapterHost, RequestHead } from '@formwork/server';
import { createRequestRate, readAddress } from '@formwork/server/internal';
import { FormRefusal } from './form-refusal.ts';
import type { PublicFormsOptions } from './public-forms-options.ts';

/** The limits of public forms, by address and by form. */
export interface FormLimits {
  /**
   * Counts a submission to a form.
   *
   * @throws FormRefusal if too many came from its address, or to the form
   */
  submit(request: RequestHead, skillId: string): Promise<void>;
  /**
   * Counts another request.
   *
   * @throws FormRefusal if too many came from its address
   */
  read(request: RequestHead): Promise<void>;
  /**
   * Counts a stream, and returns the function that ends its count.
   *
   * @throws FormRefusal if too many are open
   */
  open(request: RequestHead): () => void;
}

/** Makes the limits of public forms; replicas share the counts of requests if the server does. */
export function createFormLimits(host: AdapterHost, options: PublicFormsOptions): FormLimits {
  return new CountedLimits(host, options);
}

/** Counts a request by a key. @throws FormRefusal when there were too many */
type CountRequest = (key: string) => Promise<void>;

/** The limits of a server, with the streams that are open now. */
class CountedLimits implements FormLimits {
  readonly #host: AdapterHost;
  readonly #openStreams: number;
  readonly #openStreamsPerAddress: number;
  readonly #findAddress: (request: RequestHead) => string | undefined;
  readonly #byAddress: CountRequest;
  // No visitor has sent too much if a form gets too much from everywhere, so their pages try again.
  readonly #byForm: CountRequest;
  readonly #byReader: CountRequest;
  readonly #streams = new Map<string, number>();
  #openCount = 0;

  constructor(host: AdapterHost, options: PublicFormsOptions) {
    this.#host = host;
    const { submissionsPerMinutePerAddress = 10, submissionsPerMinute = 600 } = options;
    const { requestsPerMinutePerAddress = 300 } = options;
    const { openStreams = 1_000, openStreamsPerAddress = 50 } = options;
    this.#openStreams = openStreams;
    this.#openStreamsPerAddress = openStreamsPerAddress;
    const { findAddress = readAddress } = options;
    this.#findAddress = findAddress;
    this.#byAddress = this.#limit(submissionsPerMinutePerAddress, {
      keyPrefix: 'formwork-form-address',
      reason: 'RATE_LIMITED',
    });
    this.#byForm = this.#limit(submissionsPerMinute, {
      keyPrefix: 'formwork-form',
      reason: 'UNAVAILABLE',
    });
    this.#byReader = this.#limit(requestsPerMinutePerAddress, {
      keyPrefix: 'formwork-form-read',
      reason: 'RATE_LIMITED',
    });
  }

  async submit(request: RequestHead, skillId: string): Promise<void> {
    const address = this.#findAddress(request);
    // The address comes first, so that one sender cannot use up the limit of a form for all.
    if (address !== undefined) await this.#byAddress(`${skillId} ${address}`);
    await this.#byForm(skillId);
  }

  async read(request: RequestHead): Promise<void> {
    const address = this.#findAddress(request);
    if (address !== undefined) await this.#byReader(address);
  }

  open(request: RequestHead): () => void {
    const address = this.#findAddress(request);
    const ofAddress = address === undefined ? 0 : (this.#streams.get(address) ?? 0);
    if (this.#openCount >= this.#openStreams || ofAddress >= this.#openStreamsPerAddress) {
      throw createBusy('UNAVAILABLE', 5_000);
    }
    this.#openCount += 1;
    if (address !== undefined) this.#streams.set(address, ofAddress + 1);
    return () => {
      this.#openCount -= 1;
      if (address === undefined) return;
      const count = (this.#streams.get(address) ?? 1) - 1;
      if (count === 0) this.#streams.delete(address);
      else this.#streams.set(address, count);
    };
  }

  /** Makes the function that counts requests, and throws for `reason` once there are too many. */
  #limit(
    points: number,
    { keyPrefix, reason }: { readonly keyPrefix: string; readonly reason: BusyReason },
  ): (key: string) => Promise<void> {
    if (points === Infinity) return () => Promise.resolve();
    const { createRequestCounter: createCounter, logger } = this.#host;
    const count = createRequestRate(points, { keyPrefix, createCounter, logger });
    return async (key) => {
      const waitMs = await count(key);
      if (waitMs !== undefined) throw createBusy(reason, Math.max(1_000, waitMs));
    };
  }
}

/** The reason of a refusal: too much from one address, or too much at all. */
type BusyReason = 'RATE_LIMITED' | 'UNAVAILABLE';

function createBusy(reason: BusyReason, retryAfterMs: number): FormRefusal {
  return new FormRefusal(
    reason,
    `Too much was sent to this form just now. Try again in ${Math.ceil(retryAfterMs / 1_000)} seconds.`,
    { retryAfterMs },
  );
}

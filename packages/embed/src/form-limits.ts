import { FormRefusal } from './form-refusal.ts';
import type { PublicFormsOptions } from './public-forms-options.ts';
import { findSenderNetwork, isLoopbackAddress } from '@formwork/network';
import type { AdapterHost } from '@formwork/server';
import { createRequestRate } from '@formwork/server/internal';
import type { IncomingMessage } from 'node:http';

/** The limits of public forms, by address and by form. */
export interface FormLimits {
  /**
   * Counts a submission to a form.
   *
   * @throws FormRefusal if too many came from its address, or to the form
   */
  submit(request: IncomingMessage, skillId: string): Promise<void>;
  /**
   * Counts another request.
   *
   * @throws FormRefusal if too many came from its address
   */
  read(request: IncomingMessage): Promise<void>;
  /**
   * Counts a stream, and returns the function that ends its count.
   *
   * @throws FormRefusal if too many are open
   */
  open(request: IncomingMessage): () => void;
}

/** Makes the limits of public forms; replicas share the counts of requests if the server does. */
export function createFormLimits(host: AdapterHost, options: PublicFormsOptions): FormLimits {
  const { submissionsPerMinutePerAddress = 10, submissionsPerMinute = 600 } = options;
  const { requestsPerMinutePerAddress = 300 } = options;
  const { openStreams = 1_000, openStreamsPerAddress = 50 } = options;
  const { findAddress = readAddress } = options;

  /** Makes the function that counts requests, and throws for `reason` once there are too many. */
  function limit(
    points: number,
    { keyPrefix, reason }: { readonly keyPrefix: string; readonly reason: BusyReason },
  ): (key: string) => Promise<void> {
    if (points === Infinity) return () => Promise.resolve();
    const { createRequestCounter: createCounter, logger } = host;
    const count = createRequestRate(points, { keyPrefix, createCounter, logger });
    return async (key) => {
      const waitMs = await count(key);
      if (waitMs !== undefined) throw createBusy(reason, Math.max(1_000, waitMs));
    };
  }

  const byAddress = limit(submissionsPerMinutePerAddress, {
    keyPrefix: 'formwork-form-address',
    reason: 'RATE_LIMITED',
  });
  // Nobody has sent too much if a form gets too much from everywhere, so their pages try it again.
  const byForm = limit(submissionsPerMinute, { keyPrefix: 'formwork-form', reason: 'UNAVAILABLE' });
  const byReader = limit(requestsPerMinutePerAddress, {
    keyPrefix: 'formwork-form-read',
    reason: 'RATE_LIMITED',
  });
  const streams = new Map<string, number>();
  let openCount = 0;

  return {
    async submit(request, skillId) {
      const address = findAddress(request);
      // The address comes first, so that one sender cannot use up the limit of a form for all.
      if (address !== undefined) await byAddress(`${skillId} ${address}`);
      await byForm(skillId);
    },
    async read(request) {
      const address = findAddress(request);
      if (address !== undefined) await byReader(address);
    },
    open(request) {
      const address = findAddress(request);
      const own = address === undefined ? 0 : (streams.get(address) ?? 0);
      if (openCount >= openStreams || own >= openStreamsPerAddress) {
        throw createBusy('UNAVAILABLE', 5_000);
      }
      openCount += 1;
      if (address !== undefined) streams.set(address, own + 1);
      return () => {
        openCount -= 1;
        if (address === undefined) return;
        const left = (streams.get(address) ?? 1) - 1;
        if (left === 0) streams.delete(address);
        else streams.set(address, left);
      };
    },
  };
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

/** Returns the address of a connection; `undefined` for one from this machine. */
function readAddress({ socket }: IncomingMessage): string | undefined {
  const address = socket.remoteAddress ?? '';
  return address === '' || isLoopbackAddress(address) ? undefined : findSenderNetwork(address);
}

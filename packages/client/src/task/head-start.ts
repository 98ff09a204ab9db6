import type { Message, Task } from '@a2a-js/sdk';
import { sendMessageOnce, type RequestContext } from '../transport/agent-link.ts';
import { createBoundSignal } from '../transport/signals.ts';

/** A message that is first sent without a stream, in the hope of a fast answer. */
export interface HeadStart {
  /**
   * Returns the answer if it comes within the lead time, and throws the error of a request that
   * fails within it. Returns `undefined` when the time is up, and on every later call.
   */
  readonly early: () => Promise<Message | Task | undefined>;
  /**
   * Waits for the answer of a request that outlasted its lead time; `undefined` if it failed, or
   * none is on its way.
   */
  readonly late: () => Promise<Message | Task | undefined>;
  /** Aborts the request if it is still on its way. */
  readonly end: () => void;
}

/** Options of {@link createHeadStart}: the message, and the time to wait for its answer. */
export interface HeadStartOptions {
  readonly message: Message;
  /** The time to wait for the answer before a stream is opened, in milliseconds. */
  readonly leadMs: number;
}

/**
 * Sends a message without a stream, and waits a moment for the answer: a task that ends soon then
 * takes one answer, which costs both sides less than a stream. If it does not end, the stream sends
 * the same message again, so the agent MUST handle a repeated message only once.
 */
export function createHeadStart(
  context: RequestContext,
  { message, leadMs }: HeadStartOptions,
): HeadStart {
  const bound = createBoundSignal(context);
  let isAsked = false;
  let request: Promise<Message | Task> | undefined;

  return {
    async early() {
      if (isAsked) return undefined;
      isAsked = true;
      // One attempt: a request that failed is repeated by the stream.
      const sent = sendMessageOnce({ ...context, signal: bound.signal }, message);
      request = sent;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const isUp = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, leadMs, undefined);
      });
      try {
        const answer = await Promise.race([sent, isUp]);
        if (answer === undefined) sent.catch(() => {});
        else request = undefined;
        return answer;
      } catch (error) {
        request = undefined;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    async late() {
      try {
        return await request;
      } catch {
        // The stream has thrown the error of the request, or will.
        return undefined;
      } finally {
        request = undefined;
      }
    },
    end() {
      if (request !== undefined) bound.abort();
      bound.release();
    },
  };
}

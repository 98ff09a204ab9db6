import type { Message, Task } from '@a2a-js/sdk';
import { sendMessageOnce, type RequestContext } from '../transport/agent-link.ts';
import { createBoundSignal } from '../transport/signals.ts';

/** A message that was sent without a stream, ahead of one. */
export interface HeadStart {
  /**
   * The answer, if it comes in time, and the error of a request that fails in time; `undefined` when
   * the time is up, and whenever it is asked for again.
   */
  readonly early: () => Promise<Message | Task | undefined>;
  /** The answer of a request that is still on its way; `undefined` if there is none. */
  readonly late: () => Promise<Message | Task | undefined>;
  /** Leaves the request. */
  readonly end: () => void;
}

/** Options of {@link createHeadStart}. */
export interface HeadStartOptions {
  readonly message: Message;
  /** The time to wait for the answer alone, in milliseconds. */
  readonly leadMs: number;
}

/**
 * Sends a message without a stream, and waits a moment for the answer: a task that ends soon is one
 * answer, which costs both sides less than a stream. The stream after that sends the same message
 * again, so the agent MUST count messages once.
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
      // One attempt: what failed is tried again by stream.
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
        // The stream has said what is wrong, or will.
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

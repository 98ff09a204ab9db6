import type { Json } from '@formwork/schema';
import { useRef, useState } from 'react';

/** The state of sending a form, and the function that sends its data, one submission at a time. */
interface Sending {
  /** True while a promise that `onSubmit` has returned is pending. */
  readonly isSending: boolean;
  /** Sends the data; does nothing while earlier data are being sent. */
  readonly send: (data: Json) => void;
}

/**
 * Returns a function that calls `onSubmit`, but not again before the promise of the last call has
 * ended.
 */
export function useSending(onSubmit: (data: Json) => unknown): Sending {
  const isOpen = useRef(false);
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    send(data) {
      if (isOpen.current) return;
      const result = onSubmit(data);
      if (!(result instanceof Promise)) return;
      isOpen.current = true;
      setSending(true);
      const settle = (): void => {
        isOpen.current = false;
        setSending(false);
      };
      // A rejection is left to the caller; here the form only becomes usable again.
      void result.finally(settle);
    },
  };
}

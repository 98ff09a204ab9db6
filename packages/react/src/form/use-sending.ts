import type { Json } from '@formwork/schema';
import { useRef, useState } from 'react';

/** Sends data once at a time. */
export interface Sending {
  /** True while a promise that `onSubmit` gave is open. */
  readonly isSending: boolean;
  /** Does nothing while something is being sent. */
  readonly send: (data: Json) => void;
}

/** Calls `onSubmit` and waits for its promise, if it gives one, before it can be called again. */
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
      // A rejection stays the caller's: it is not caught here, the form only becomes usable again.
      void result.finally(settle);
    },
  };
}

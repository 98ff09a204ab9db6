import { useEffect, useState } from 'react';
import type { LazyMessages } from '../messages/lazy-messages/lazy-messages.ts';
import type { Messages } from '../messages/messages.ts';
import { useFormSettings } from './form-settings.ts';

/** The texts that are loaded already, by the function that loads them. */
const loaded = new WeakMap<Messages['more'], LazyMessages>();

/** Returns the texts of parts that are loaded late; `undefined` while they are loading. */
export function useLazyMessages(): LazyMessages | undefined {
  return useLazyMessagesOf(useFormSettings().messages);
}

/** Does the same outside of forms. */
export function useLazyMessagesOf({ more: loadMore }: Messages): LazyMessages | undefined {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded.has(loadMore)) return undefined;
    const effect = new AbortController();
    async function take(): Promise<void> {
      loaded.set(loadMore, await loadMore());
      if (!effect.signal.aborted) setCount((count) => count + 1);
    }
    void take();
    return () => {
      effect.abort();
    };
  }, [loadMore]);
  return loaded.get(loadMore);
}

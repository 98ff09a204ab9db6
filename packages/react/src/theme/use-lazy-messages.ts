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

/** Loads the texts of parts that are loaded late, so that what is drawn then has them at once. */
export async function loadLazyMessages({ more: loadMore }: Messages): Promise<LazyMessages> {
  const texts = await loadMore();
  loaded.set(loadMore, texts);
  return texts;
}

/** Returns these texts outside of forms, in given messages. */
export function useLazyMessagesOf(messages: Messages): LazyMessages | undefined {
  const { more: loadMore } = messages;
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded.has(loadMore)) return undefined;
    const effect = new AbortController();
    async function take(): Promise<void> {
      await loadLazyMessages(messages);
      if (!effect.signal.aborted) setCount((count) => count + 1);
    }
    void take();
    return () => {
      effect.abort();
    };
  }, [loadMore]);
  return loaded.get(loadMore);
}

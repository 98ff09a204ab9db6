import { ENGLISH, type Messages } from '@formwork/react';
import { codeLoader, toLocale, type Language } from '@formwork/react/internal';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** Returns the texts of forms in the language of the page; `undefined` while they are loading. */
export function useFormMessages(): Messages | undefined {
  const { language } = useTexts();
  const [messages, setMessages] = useState<Messages | undefined>(
    language === 'en' ? ENGLISH : undefined,
  );
  useEffect(() => {
    const effect = new AbortController();
    async function take(): Promise<void> {
      const first = await load(language).catch(() => undefined);
      if (!effect.signal.aborted) setMessages(first ?? ENGLISH);
      const loaded = first ?? (await codeLoader.load(() => load(language)));
      if (!effect.signal.aborted) setMessages(loaded);
    }
    void take();
    return () => {
      effect.abort();
    };
  }, [language]);
  return useMemo(
    () => messages && { ...messages, language: toLocale(messages.language) },
    [messages],
  );
}

async function load(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return ENGLISH;
    case 'de':
      return (await import('./german-messages.ts')).GERMAN;
    case 'ar':
      return (await import('./arabic-messages.ts')).ARABIC;
    default:
      return language satisfies never;
  }
}

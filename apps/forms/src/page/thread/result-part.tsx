import { ResultView, type ResultViewProps } from '@formwork/react';
import type { ReactNode } from 'react';
import { useSettings } from '../app/use-settings.ts';
import { useFormMessages } from '../form/use-form-messages.ts';

/** A result in the language and colours of the page. */
export function ResultPart(props: Omit<ResultViewProps, 'messages' | 'colorScheme'>): ReactNode {
  const { settings } = useSettings();
  const messages = useFormMessages();
  if (messages === undefined) return null;
  return <ResultView {...props} messages={messages} colorScheme={settings.scheme} />;
}

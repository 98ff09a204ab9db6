import type { AgentDescription, AgentSource } from '@formwork/client';
import { useCallback, useEffect, useState } from 'react';

/** What is known of an agent. */
export type DescriptionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly description: AgentDescription };

/** Asks an agent what it is, once, and again when told to. */
export function useDescription(source: AgentSource): readonly [DescriptionState, () => void] {
  const [state, setState] = useState<DescriptionState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setState({ kind: 'loading' });
    source
      .describe({ signal: control.signal })
      .then((description) => {
        if (!control.signal.aborted) setState({ kind: 'ready', description });
      })
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!control.signal.aborted) setState({ kind: 'failed', message });
      });
    return () => control.abort();
  }, [source, attempt]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return [state, retry];
}

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
    async function ask(): Promise<DescriptionState> {
      try {
        const description = await source.describe({ signal: control.signal });
        return { kind: 'ready', description };
      } catch (error) {
        return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      }
    }
    async function take(): Promise<void> {
      const answer = await ask();
      if (!control.signal.aborted) setState(answer);
    }
    void take();
    return () => control.abort();
  }, [source, attempt]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return [state, retry];
}

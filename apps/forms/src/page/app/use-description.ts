import type { AgentDescription, AgentSource } from '@formwork/client';
import { GatewayError, toVisibleText } from '@formwork/react';
import { useServices } from './services.ts';
import { useCallback, useEffect, useState } from 'react';

/** What is known of an agent. */
export type DescriptionState =
  | { readonly kind: 'loading' }
  /** `reason` as in `GatewayError`; `''` if there is none. */
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string }
  | { readonly kind: 'ready'; readonly description: AgentDescription };

/** Asks an agent what it is, once, and again when told to. */
export function useDescription(
  source: AgentSource,
  agent: string,
): readonly [DescriptionState, () => void] {
  const { credentials } = useServices();
  const [state, setState] = useState<DescriptionState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    const headers = credentials.read(agent);
    setState({ kind: 'loading' });
    async function ask(): Promise<DescriptionState> {
      try {
        const description = await source.describe({ signal: control.signal });
        return { kind: 'ready', description: toShown(description) };
      } catch (error) {
        const reason = error instanceof GatewayError ? error.reason : '';
        if (reason === 'UNAUTHENTICATED') credentials.refuse(agent, headers);
        const message = error instanceof Error ? error.message : String(error);
        return { kind: 'failed', reason, message };
      }
    }
    async function take(): Promise<void> {
      const answer = await ask();
      if (!control.signal.aborted) setState(answer);
    }
    void take();
    return () => control.abort();
  }, [source, agent, credentials, attempt]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return [state, retry];
}

/** The texts of the agent as the page shows them, in headings, lists and the title of the window. */
function toShown(description: AgentDescription): AgentDescription {
  const { skills, credentials, warnings, ...rest } = description;
  return {
    ...rest,
    name: toVisibleText(rest.name),
    description: toVisibleText(rest.description),
    provider: toVisibleText(rest.provider),
    warnings: warnings.map((warning) => toVisibleText(warning)),
    credentials: credentials.map((one) => ({
      ...one,
      description: toVisibleText(one.description),
    })),
    skills: skills.map((skill) => ({
      ...skill,
      name: toVisibleText(skill.name),
      description: toVisibleText(skill.description),
    })),
  };
}

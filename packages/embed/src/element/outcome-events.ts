import type { ThreadEntry } from '@formwork/react';
import { useEffect, useRef } from 'react';
import type { Tell } from './element-settings.ts';

/** Tells the page around the element when a task asks, ends or fails. */
export function useOutcomeEvents(
  entry: ThreadEntry | undefined,
  { tell, sharesValues }: { readonly tell: Tell; readonly sharesValues: boolean },
): void {
  const lastState = useRef<unknown>(undefined);
  useEffect(() => {
    const state = entry?.state;
    if (state === undefined || lastState.current === state) return;
    lastState.current = state;
    switch (state.kind) {
      case 'asking':
        tell('question', { prompt: state.question.prompt });
        return;
      case 'done': {
        const { data, text } = state.result;
        tell('result', sharesValues ? { data, text } : {});
        return;
      }
      case 'ended':
        tell('error', { reason: state.end.state });
        return;
      case 'failed':
        tell('error', { reason: state.failure.reason });
        return;
      case 'sending':
      case 'working':
      case 'authorizing':
    }
  });
}

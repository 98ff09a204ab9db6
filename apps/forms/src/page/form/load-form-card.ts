import { useEffect, useState } from 'react';
import type { FormCard } from './form-card.tsx';

let known: typeof FormCard | undefined;

/**
 * Loads the code that draws forms. An early call lets the code arrive by the time the agent
 * answers.
 */
export async function loadFormCard(): Promise<typeof FormCard> {
  known = (await import('./form-card.tsx')).FormCard;
  return known;
}

/**
 * Returns the component that draws forms; `undefined` while its code is loading. React's `lazy`
 * would show its fallback for at least 300 ms, even for code that is loaded already.
 */
export function useFormCard(): typeof FormCard | undefined {
  const [card, setCard] = useState(() => known);
  useEffect(() => {
    if (card !== undefined) return;
    loadFormCard()
      .then((loaded) => setCard(() => loaded))
      .catch((error: unknown) => {
        // The error is thrown while drawing, so that the error boundary around the form shows it.
        setCard(() => {
          throw error;
        });
      });
  }, [card]);
  return card;
}

import { useEffect, useState } from 'react';
import type { FormCard } from './form-card.tsx';

let known: typeof FormCard | undefined;

/**
 * Loads the code that draws forms. If it is called early, the code is there when the agent has
 * answered.
 */
export async function loadFormCard(): Promise<typeof FormCard> {
  known = (await import('./form-card.tsx')).FormCard;
  return known;
}

/**
 * The component that draws forms; `undefined` while it is loaded. React's `lazy` would show its
 * fallback for at least 300 ms, even for code that is loaded already.
 */
export function useFormCard(): typeof FormCard | undefined {
  const [card, setCard] = useState(() => known);
  useEffect(() => {
    if (card !== undefined) return;
    loadFormCard()
      .then((loaded) => setCard(() => loaded))
      .catch((error: unknown) => {
        // The error is left to the boundary around, because nothing can be done about it here.
        setCard(() => {
          throw error;
        });
      });
  }, [card]);
  return card;
}

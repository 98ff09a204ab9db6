import { type ReactNode, useEffect, useState } from 'react';
import { codeLoader } from '@formwork/react/internal';
import { useTexts } from '../texts/use-texts.ts';
import type { FormScreen } from './form-screen.tsx';

let known: typeof FormScreen | undefined;

/**
 * Loads the code that draws forms. An early call lets the code arrive by the time the agent
 * answers.
 */
export async function loadFormScreen(): Promise<typeof FormScreen> {
  known = (await import('./form-screen.tsx')).FormScreen;
  return known;
}

/**
 * Returns the component that draws forms; `undefined` while its code is loading. React's `lazy`
 * would show its fallback for at least 300 ms, even for code that is loaded already.
 */
export function useFormScreen(): typeof FormScreen | undefined {
  const [screen, setScreen] = useState(() => known);
  useEffect(() => {
    if (screen !== undefined) return;
    codeLoader.load(loadFormScreen).then(
      (loaded) => setScreen(() => loaded),
      () => undefined,
    );
  }, [screen]);
  return screen;
}

/** Draws grey bars in place of a form that is being loaded. */
export function FormSkeleton(): ReactNode {
  const texts = useTexts();
  return (
    <div className="card" role="status">
      <span className="said-only">{texts.loadingForm}</span>
      <div className="skeleton short" />
      <div className="skeleton" />
      <div className="skeleton short" />
      <div className="skeleton" />
    </div>
  );
}

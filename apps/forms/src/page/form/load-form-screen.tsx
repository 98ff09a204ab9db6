import { codeLoader } from '@formwork/react/internal';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import type { FormScreen, WaitingRun } from './form-screen.tsx';

/** What is drawn of a form, and of a run whose own code is not loaded yet. */
interface FormScreens {
  readonly FormScreen: typeof FormScreen;
  readonly WaitingRun: typeof WaitingRun;
}

let loadedScreens: FormScreens | undefined;

/**
 * Loads the code that draws forms. An early call lets the code arrive by the time the agent
 * answers.
 */
export async function loadFormScreen(): Promise<FormScreens> {
  loadedScreens = await import('./form-screen.tsx');
  return loadedScreens;
}

/**
 * Returns the components that draw forms; `undefined` while their code is loading. React's `lazy`
 * would show its fallback for at least 300 ms, even for code that is loaded already.
 */
export function useFormScreens(): FormScreens | undefined {
  const [screens, setScreens] = useState(loadedScreens);
  useEffect(() => {
    if (screens !== undefined) return;
    codeLoader.load(loadFormScreen).then(
      (loaded) => setScreens(loaded),
      () => undefined,
    );
  }, [screens]);
  return screens;
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

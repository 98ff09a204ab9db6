import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** The shape of a form while it is loaded. */
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

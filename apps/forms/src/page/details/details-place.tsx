import { lazy, Suspense, type ReactNode } from 'react';
import { useWorkspace } from '../app/workspace.ts';
import type { Run } from '../history/run.ts';
import { useTexts } from '../texts/use-texts.ts';

const RunDetails = lazy(async () => ({ default: (await import('./run-details.tsx')).RunDetails }));

/** The third place: what stands behind a run. Loaded when somebody looks. */
export function DetailsPlace({ run }: { readonly run: Run | undefined }): ReactNode {
  const texts = useTexts();
  const { entries } = useWorkspace();
  if (run === undefined) return <p className="help">{texts.detailsEmpty}</p>;
  return (
    <Suspense fallback={<div className="skeleton" />}>
      <RunDetails run={run} exchanges={entries.get(run.id)?.exchanges ?? []} />
    </Suspense>
  );
}

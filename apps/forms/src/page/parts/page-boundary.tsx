import { codeLoader, ErrorBoundary } from '@formwork/react/internal';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** Shows an error in place of a part of the page that fails to draw; other parts stay usable. */
export function PageBoundary({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  const fallback = (
    <p role="alert" className="note" data-kind="danger">
      {text}
    </p>
  );
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>;
}

/**
 * Says that parts of the page could not be loaded yet, and lets the person try at once. A run that
 * waits for them says so itself, but not that only a reload helps.
 */
export function MissingParts({ isSaid }: { readonly isSaid: boolean }): ReactNode {
  const texts = useTexts();
  const isMissing = useSyncExternalStore(codeLoader.subscribe, codeLoader.isWaiting);
  const isOutdated = useSyncExternalStore(codeLoader.subscribe, codeLoader.isOutdated);
  return (
    <div role="status">
      {(isOutdated || (isMissing && !isSaid)) && (
        <div className="note">
          <p>{isOutdated ? texts.outdated : texts.incomplete}</p>
          <div className="buttons">
            <button type="button" onClick={() => codeLoader.tryNow()}>
              {texts.retry}
            </button>
            <button type="button" className="quiet" onClick={() => location.reload()}>
              {texts.reload}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

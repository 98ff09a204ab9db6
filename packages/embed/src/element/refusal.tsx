import { createElement, type ReactNode } from 'react';
import type { HeadingLevel } from './element-settings.ts';
import type { Language } from './texts/choose-language.ts';
import { toRefusalKind } from './texts/texts.ts';

/** Says why there is no form, and what to do. */
export function Refusal({
  reason,
  language,
  headingLevel,
  onRetry,
}: {
  readonly reason: string;
  readonly language: Language;
  readonly headingLevel: HeadingLevel;
  readonly onRetry: () => void;
}): ReactNode {
  const { texts } = language;
  const kind = toRefusalKind(reason);
  const advice = kind ?? (reason === 'RATE_LIMITED' ? 'busy' : 'network');
  return (
    <div className="fw-embed-card">
      <div role="alert">
        {createElement(`h${headingLevel}`, { className: 'fw-embed-title' }, texts.unavailable)}
        <p className="fw-embed-intro">{texts.reasons[advice]}</p>
      </div>
      {kind === undefined && (
        <button type="button" className="fw-button" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}

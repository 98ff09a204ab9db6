import type { ReactNode } from 'react';
import { DataSummary } from '../parts/data-summary.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { TurnArtifact } from '../turns/turn.ts';

/** Pieces of text or data that are shown of one artifact while it grows. */
const MAX_PIECES = 20;

/** What has come so far. */
export function ArtifactParts({ artifacts }: { readonly artifacts: readonly TurnArtifact[] }): ReactNode {
  const texts = useTexts();
  return artifacts.map(({ artifactId, name, text, data }) => (
    <div key={artifactId} className="artifact">
      <h3 dir="auto">{texts.arriving(name)}</h3>
      {text !== '' && (
        <p className="words" dir="auto">
          {text.slice(-4000)}
        </p>
      )}
      {data.length > MAX_PIECES && (
        <p className="faint">{texts.more(data.length - MAX_PIECES)}</p>
      )}
      {data.slice(-MAX_PIECES).map((piece, n) => (
        <DataSummary key={n} data={piece} schema={undefined} />
      ))}
    </div>
  ));
}

import type { Json } from '@formwork/schema';
import { useMemo, useState, type ReactNode } from 'react';
import { writeJson } from './export/write-json.ts';
import { MoreButton } from './draw/more-button.tsx';

/** Characters that are shown at once. */
const STEP = 50_000;

/** What turns the order of letters is written as JSON may write it: it stays the same value. */
function escapeTurns(json: string): string {
  return json.replaceAll(
    /[\u202a-\u202e\u2066-\u2069]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16)}`,
  );
}

/** A result as JSON: its beginning, and more on demand. */
export function JsonPanel({ data }: { readonly data: Json }): ReactNode {
  const [length, setLength] = useState(STEP);
  const { text, isCut } = useMemo(() => writeJson(data, length), [data, length]);
  return (
    <>
      <pre className="fw-code" dir="ltr" tabIndex={0}>
        {escapeTurns(text)}
        {isCut && '…'}
      </pre>
      {isCut && <MoreButton onMore={() => setLength(length + STEP)} />}
    </>
  );
}

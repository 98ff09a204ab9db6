import type { Json } from '@formwork/core';
import { useMemo, useState, type ReactNode } from 'react';
import { writeJson } from './export/write-json.ts';
import { MoreButton } from './draw/more-button.tsx';

/** Characters that are shown at once. */
const STEP = 50_000;

/** A result as JSON: its beginning, and more on demand. */
export function JsonPanel({ data }: { readonly data: Json }): ReactNode {
  const [length, setLength] = useState(STEP);
  const { text, isCut } = useMemo(() => writeJson(data, length), [data, length]);
  return (
    <>
      <pre className="fw-code" dir="ltr" tabIndex={0}>
        {text}
        {isCut && '…'}
      </pre>
      {isCut && <MoreButton onMore={() => setLength(length + STEP)} />}
    </>
  );
}

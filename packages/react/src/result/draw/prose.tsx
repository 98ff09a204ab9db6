import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { toVisibleText } from '../../text/visible-text.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { useResult } from '../settings.ts';
import { toText } from '../shape/cell.ts';
import type { ValueProps } from './scalars.tsx';
import { MoreButton } from './skeleton.tsx';

/**
 * The number of a text's characters that are shown at first, and that each click adds. It is
 * smaller for Markdown, which may need an element for every second character.
 */
const STEP = 20_000;
const MARKDOWN_STEP = 10_000;

/** Draws a text for reading, piece by piece if it is very long. */
export function Prose({
  text,
  isMarkdown,
}: {
  readonly text: string;
  readonly isMarkdown: boolean;
}): ReactNode {
  const step = isMarkdown ? MARKDOWN_STEP : STEP;
  const [length, setLength] = useState(step);
  const { headingLevel } = useResult();
  const shown = toVisibleText(text.slice(0, length));
  const paragraphs = useMemo(() => (isMarkdown ? [] : shown.split(/\n{2,}/u)), [shown, isMarkdown]);
  return (
    <div className="fw-prose">
      {isMarkdown ? (
        <Markdown text={shown} headingLevel={headingLevel} />
      ) : (
        paragraphs.map((paragraph, at) => (
          <Fragment key={at}>
            <p>{paragraph}</p>
          </Fragment>
        ))
      )}
      {text.length > length && <MoreButton onMore={() => setLength(length + step)} />}
    </div>
  );
}

/** Draws a long text of a result as paragraphs. */
export function ProseValue({ node: { value } }: ValueProps): ReactNode {
  return <Prose text={toText(value)} isMarkdown={false} />;
}

/** Draws a text whose schema says that it is Markdown. */
export function MarkdownValue({ node: { value } }: ValueProps): ReactNode {
  return <Prose text={toText(value)} isMarkdown />;
}

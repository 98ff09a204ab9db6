import { createElement, useMemo, type ReactNode } from 'react';
import { parseBlocks, type Block } from './blocks.ts';
import type { Inline } from './inline.ts';
import { SafeAnchor } from './safe-anchor.tsx';

/**
 * Draws a text in Markdown as elements, without HTML and pictures; its links show where they lead.
 */
export function Markdown({
  text,
  headingLevel,
}: {
  readonly text: string;
  /** The level of the first heading of the text within the page, such as 3 for an `h3`. */
  readonly headingLevel: number;
}): ReactNode {
  const blocks = useMemo(() => parseBlocks(text), [text]);
  return blocks.map((block, at) => drawBlock(block, { key: at, headingLevel }));
}

function drawBlock(
  block: Block,
  { key, headingLevel }: { readonly key: number; readonly headingLevel: number },
): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={key}>{drawInline(block.children)}</p>;
    case 'heading': {
      const level = Math.min(6, headingLevel + block.level - 1);
      return createElement(`h${level}`, { key }, drawInline(block.children));
    }
    case 'code':
      return (
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote key={key}>
          <p>{drawInline(block.children)}</p>
        </blockquote>
      );
    case 'list':
      return createElement(
        block.isNumbered ? 'ol' : 'ul',
        { key },
        block.items.map(({ indent, children }, at) => (
          <li key={at} data-fw-indent={indent}>
            {drawInline(children)}
          </li>
        )),
      );
    case 'table':
      return (
        <div key={key} className="fw-table-scroll" tabIndex={0}>
          <table className="fw-rows">
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col">
                    {drawInline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.slice(0, block.head.length).map((cell, column) => (
                    <td key={column}>{drawInline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'rule':
      return <hr key={key} />;
  }
}

function drawInline(pieces: readonly Inline[]): ReactNode {
  return pieces.map((piece, key) => {
    switch (piece.kind) {
      case 'text':
        return piece.text;
      case 'code':
        return <code key={key}>{piece.text}</code>;
      case 'break':
        return <br key={key} />;
      case 'strong':
        return <strong key={key}>{drawInline(piece.children)}</strong>;
      case 'emphasis':
        return <em key={key}>{drawInline(piece.children)}</em>;
      case 'link':
        return (
          <SafeAnchor key={key} link={piece.link} text={toPlainText(piece.children)}>
            {drawInline(piece.children)}
          </SafeAnchor>
        );
    }
  });
}

function toPlainText(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return 'children' in piece ? toPlainText(piece.children) : ' ';
    })
    .join('');
}

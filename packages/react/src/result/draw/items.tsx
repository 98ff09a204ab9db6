import type { Json } from '@formwork/schema';
import { isRecord, isScalar } from '@formwork/schema/json';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { cutVisibleText } from '../../text/visible-text.ts';
import { toItemValue, type ResultValue } from '../result-value.ts';
import { VARIANT_TITLE } from '../schema/create-schema-reader.ts';
import { useResult } from '../settings.ts';
import { toHeadline } from '../shape/find-headline.ts';
import { Disclosure } from './disclosure.tsx';
import type { ValueProps } from './scalars.tsx';
import { MoreButton } from './skeleton.tsx';

/** The number of a list's items that are shown at first, and that each click adds. */
const STEP = 20;

/** The maximum length of the name on an item's card, in characters. */
const MAX_NAME = 120;

/**
 * The maximum number of items of a list that is shown unfolded; the items of a longer list are
 * folded at first.
 */
const MAX_OPEN = 3;

/** Draws a list of objects or mixed values: a card for each item, named by its headline. */
export function Items({ node }: ValueProps): ReactNode {
  const { draw, reader } = useResult();
  const [count, setCount] = useState(STEP);
  const list: readonly Json[] = Array.isArray(node.value) ? node.value : [];
  const isOpen = list.length <= MAX_OPEN && node.depth <= 1;
  return (
    <>
      <ol className="fw-items">
        {list.slice(0, count).map((value, position) => {
          const item = toItemValue(reader, node, { position, value });
          const headline = isRecord(value) ? toHeadline(value) : undefined;
          const naming = headline === undefined ? {} : { told: headline.name };
          return (
            <li key={position} className="fw-piece">
              {isScalar(value) ? (
                draw(item)
              ) : (
                <Disclosure
                  isOpen={isOpen}
                  summary={<ItemName node={item} position={position} headline={headline?.text} />}
                  draw={() => draw({ ...item, ...naming, isUnfolded: true })}
                />
              )}
            </li>
          );
        })}
      </ol>
      <MoreButton hiddenCount={list.length - count} onMore={() => setCount(count + STEP)} />
    </>
  );
}

function ItemName({
  node,
  position,
  headline,
}: {
  readonly node: ResultValue;
  readonly position: number;
  readonly headline: string | undefined;
}): ReactNode {
  const { schema, label } = node;
  const { messages } = useResult();
  const number = formatNumber(position + 1, messages.language);
  const variant = schema[VARIANT_TITLE];
  return (
    <>
      <bdi>{cutVisibleText(headline ?? `${label} ${number}`.trim(), MAX_NAME)}</bdi>
      {typeof variant === 'string' && <bdi className="fw-badge">{cutVisibleText(variant, 80)}</bdi>}
    </>
  );
}

/**
 * Draws an object within an object: open if it is small and not deeply nested, or has a fold
 * already, else folded at first.
 */
export function NestedGroup({
  node,
  draw,
}: ValueProps & { readonly draw: (node: ResultValue) => ReactNode }): ReactNode {
  const { messages } = useResult();
  const count = isRecord(node.value) ? Object.keys(node.value).length : 0;
  const isSmall = node.depth <= 2 && count <= 8;
  if (isSmall || node.isUnfolded === true) return <div className="fw-nested">{draw(node)}</div>;
  const size = messages.result.items(count, formatNumber(count, messages.language));
  const headline = isRecord(node.value) ? toHeadline(node.value) : undefined;
  const naming = headline === undefined ? {} : { told: headline.name };
  // A label that stands above the object is not repeated, except for screen readers.
  const isLabelled = headline === undefined && node.labelId !== undefined;
  return (
    <div className="fw-piece">
      <Disclosure
        summary={
          <>
            <bdi className={isLabelled ? 'fw-hidden' : undefined}>
              {cutVisibleText(headline?.text ?? node.label, MAX_NAME)}
            </bdi>{' '}
            <span className="fw-note">{size}</span>
          </>
        }
        draw={() => draw({ ...node, ...naming })}
      />
    </div>
  );
}

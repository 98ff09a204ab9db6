import type { Json } from '@formwork/schema';
import { isRecord, isScalar } from '@formwork/schema/json';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { cutVisibleText } from '../../text/visible-text.ts';
import { useResult } from '../settings.ts';
import { toText } from '../shape/cell.ts';
import { Disclosure } from './disclosure.tsx';
import type { ValueProps } from './scalars.tsx';
import { MoreButton } from './skeleton.tsx';

/** The number of a value's members that are shown at first, and that each click adds. */
const STEP = 100;

/** Draws any value as a tree that folds. It is used for values that no other renderer draws. */
export function Tree({ node: { value } }: ValueProps): ReactNode {
  return isScalar(value) ? <Leaf value={value} /> : <Branch value={value} />;
}

function Branch({ value }: { readonly value: Json }): ReactNode {
  const [count, setCount] = useState(STEP);
  const { messages } = useResult();
  const members = toMembers(value);
  if (members.length === 0) return <span className="fw-note">{messages.result.empty}</span>;
  return (
    <div className="fw-tree">
      <ul>
        {members.slice(0, count).map(([name, member]) => (
          <li key={name}>
            {isScalar(member) ? (
              <>
                <bdi className="fw-tree-name">{cutVisibleText(name, 120)}</bdi>{' '}
                <Leaf value={member} />
              </>
            ) : (
              <Disclosure
                summary={
                  <>
                    <bdi className="fw-tree-name">{cutVisibleText(name, 120)}</bdi>{' '}
                    <Size value={member} />
                  </>
                }
                draw={() => <Branch value={member} />}
              />
            )}
          </li>
        ))}
      </ul>
      <MoreButton hiddenCount={members.length - count} onMore={() => setCount(count + STEP)} />
    </div>
  );
}

function Leaf({ value }: { readonly value: Json }): ReactNode {
  const { messages } = useResult();
  if (value === null) return <span className="fw-note">{messages.none}</span>;
  if (value === '') return <span className="fw-note">{messages.result.empty}</span>;
  return <bdi>{cutVisibleText(toText(value), 500)}</bdi>;
}

function Size({ value }: { readonly value: Json }): ReactNode {
  const { messages } = useResult();
  const count = toMembers(value).length;
  const text = messages.result.items(count, formatNumber(count, messages.language));
  return <span className="fw-note">{text}</span>;
}

/**
 * Lists the members of a value by name; the items of a list have their number from 1 as the name.
 */
function toMembers(value: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.map((item, at) => [String(at + 1), item]);
  }
  return isRecord(value) ? Object.entries<Json>(value) : [];
}

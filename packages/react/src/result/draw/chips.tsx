import { useState, type ReactNode } from 'react';
import { toItemPlace } from '../place.ts';
import { toText } from '../shape/to-text.ts';
import { useResult } from '../settings.ts';
import { MoreButton } from './more-button.tsx';
import type { PlaceProps } from './scalars.tsx';

/** Items that are shown at once. */
const STEP = 50;

/** Characters of an item that is a chip; lists with longer ones have a line for each. */
const MAX_CHIP = 40;

/** A list of single values: chips if they are short, else lines. */
export function Chips({ place }: PlaceProps): ReactNode {
  const { draw, reader } = useResult();
  const [count, setCount] = useState(STEP);
  const list = Array.isArray(place.value) ? place.value : [];
  const shown = list.slice(0, count);
  const isShort = shown.every((item) => toText(item).length <= MAX_CHIP);
  return (
    <>
      <ul className={isShort ? 'fw-chips' : 'fw-lines'}>
        {shown.map((value, position) => (
          <li key={position}>{draw(toItemPlace(reader, place, { position, value }))}</li>
        ))}
      </ul>
      <MoreButton left={list.length - count} onMore={() => setCount(count * 2)} />
    </>
  );
}

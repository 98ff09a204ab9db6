import type { DescribedSkill } from '@formwork/client';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** Skills that are listed at once: lists of thousands would stand the page still. */
const MAX_SHOWN = 60;

/** Some skills of many, and what finds the others. */
interface SkillFinder {
  readonly shown: readonly DescribedSkill[];
  /** A field to search by, if there are more than are listed. */
  readonly field: ReactNode;
  /** How many are not listed. */
  readonly rest: ReactNode;
}

/** Lists the first skills, or those with what somebody looks for in their name or description. */
export function useSkillFinder(skills: readonly DescribedSkill[]): SkillFinder {
  const texts = useTexts();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const words = useDeferredValue(wanted).trim().toLocaleLowerCase();
  const found = useMemo(
    () =>
      words === ''
        ? skills
        : skills.filter(({ name, description }) =>
            `${name} ${description}`.toLocaleLowerCase().includes(words),
          ),
    [skills, words],
  );
  const isMany = skills.length > MAX_SHOWN;
  const rest = found.length - MAX_SHOWN;
  return {
    shown: found.slice(0, MAX_SHOWN),
    field: isMany && (
      <div className="finder">
        <label htmlFor={id}>{texts.findSkill}</label>
        <input
          id={id}
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
    ),
    rest: isMany && (
      <p className="faint" role="status">
        {rest > 0 ? texts.more(rest) : found.length === 0 && texts.noneFound}
      </p>
    ),
  };
}

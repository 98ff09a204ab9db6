import type { DescribedSkill } from '@formwork/client';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** The maximum number of skills that are listed at once; thousands would block the page. */
const MAX_SHOWN = 60;

/**
 * The skills that are listed of an agent with many skills, and the field that searches all of them.
 */
interface SkillFinder {
  readonly shown: readonly DescribedSkill[];
  /** The field that searches the skills; nothing is drawn if all skills are listed. */
  readonly field: ReactNode;
  /** The note with the number of skills that are not listed. */
  readonly rest: ReactNode;
}

/**
 * Lists the first skills of an agent, or the first whose name or description contains the searched
 * text.
 */
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

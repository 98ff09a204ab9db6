import { createContext, useContext } from 'react';
import type { ConsoleSkill } from '../../api/console-api.ts';
import { useTexts } from '../texts/use-texts.ts';

/** The React context that holds the skills of the agent. */
export const SkillsContext = createContext<readonly ConsoleSkill[]>([]);

/** Returns what writes the name of a skill, its id if no version had it, or that there is none. */
export function useSkillName(): (id: string | undefined) => string {
  const skills = useContext(SkillsContext);
  const { noSkill } = useTexts().overview;
  return (id) => (id ? (skills.find((skill) => skill.id === id)?.name ?? id) : noSkill);
}

import type { AgentDescription } from '@formwork/client';
import { toVisibleText } from '@formwork/react';

/**
 * Makes the texts of an agent's description safe to show in headings, lists and the window's title.
 */
export function toShownDescription(description: AgentDescription): AgentDescription {
  const { skills, credentials, warnings, ...rest } = description;
  return {
    ...rest,
    name: toVisibleText(rest.name),
    description: toVisibleText(rest.description),
    provider: toVisibleText(rest.provider),
    warnings: warnings.map((warning) => toVisibleText(warning)),
    credentials: credentials.map((one) => ({
      ...one,
      description: toVisibleText(one.description),
    })),
    skills: skills.map((skill) => ({
      ...skill,
      name: toVisibleText(skill.name),
      description: toVisibleText(skill.description),
    })),
  };
}

import type { AgentDescription } from '@formwork/client';
import { toVisibleText } from '@formwork/react';

/**
 * Makes the texts of an agent's description safe to show in headings, lists and the window's title.
 */
export function toShownDescription(description: AgentDescription): AgentDescription {
  const { skills, credentials, warnings, ...texts } = description;
  return {
    ...texts,
    name: toVisibleText(texts.name),
    description: toVisibleText(texts.description),
    provider: toVisibleText(texts.provider),
    warnings: warnings.map((warning) => toVisibleText(warning)),
    credentials: credentials.map((credential) => ({
      ...credential,
      description: toVisibleText(credential.description),
    })),
    skills: skills.map((skill) => ({
      ...skill,
      name: toVisibleText(skill.name),
      description: toVisibleText(skill.description),
    })),
  };
}

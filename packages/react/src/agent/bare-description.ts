import type { AgentDescription, DescribedSkill } from '@formwork/client';

/** Makes the description of an agent of which only a name and some skills are known. */
export function createBareDescription(
  name: string,
  skills: readonly DescribedSkill[],
): AgentDescription {
  return {
    name,
    description: '',
    version: '',
    origin: '',
    url: '',
    binding: '',
    protocolVersion: '',
    provider: '',
    warnings: [],
    credentials: [],
    skills,
  };
}

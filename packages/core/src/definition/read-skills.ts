import { describeValue } from '@formwork/schema/internal';
import type { DefinitionIssue } from '@formwork/schema';
import { isSkill } from './is-skill.ts';
import type { AnySkill } from './skill.ts';

/** What `skills` of a definition holds. */
export interface ReadSkills {
  readonly skills: readonly AnySkill[];
  /** Faults of the list, then those of the skills. */
  readonly issues: readonly DefinitionIssue[];
}

/** Reads `skills` of a definition, whatever it is: skills made by `defineSkill`, each id once. */
export function readSkills(field: unknown, where: string): ReadSkills {
  const issues: DefinitionIssue[] = [];
  const report = (code: string, message: string): void => {
    issues.push({
      severity: 'error',
      code,
      where,
      message: `Cannot define the agent as ${message}`,
    });
  };
  if (!Array.isArray(field) || field.length === 0) {
    const current = Array.isArray(field) ? '[]' : describeValue(field);
    const expected = Array.isArray(field) ? 'hold at least one skill' : 'be an array of skills';
    report('skills', `skills must ${expected}: current value is ${current}`);
    return { skills: [], issues };
  }
  const skills: AnySkill[] = [];
  const inner: DefinitionIssue[] = [];
  const seen = new Set<string>();
  for (const [index, skill] of Array.from<unknown>(field).entries()) {
    if (!isSkill(skill)) {
      report(
        'skill',
        `skills/${index} must be made by defineSkill: current value is ${describeValue(skill)}`,
      );
      continue;
    }
    skills.push(skill);
    // A skill without an id is told by its place.
    const prefix = skill.id === '' ? `${where} skills/${index}, ` : '';
    inner.push(...skill.issues.map((issue) => ({ ...issue, where: `${prefix}${issue.where}` })));
    if (skill.id !== '' && seen.has(skill.id)) {
      report(
        'skill-id-duplicate',
        `ids of skills must be unique: current value is ${JSON.stringify(skill.id)} twice`,
      );
    }
    seen.add(skill.id);
  }
  return { skills, issues: [...issues, ...inner] };
}

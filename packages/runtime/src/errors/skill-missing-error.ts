import { FormworkError } from '@formwork/core';

/** A stored task names a skill, or a handler, that this version of the agent does not have. */
export class SkillMissingError extends FormworkError {
  readonly code = 'SKILL_MISSING';

  constructor(skillId: string) {
    super(
      `Cannot run the task as its skill must be one of the agent's: current value is "${skillId}"`,
    );
  }
}

import { FormworkError, type SchemaIssue } from '@formwork/core';

/** Options of {@link SkillError}. */
export interface SkillErrorOptions extends ErrorOptions {
  readonly issues?: readonly SchemaIssue[];
}

/** Thrown when a skill cannot be called as asked; nothing has been sent. */
export class SkillError extends FormworkError {
  readonly code = 'SKILL_UNUSABLE';

  /** Why a schema of the skill was refused; `[]` when it was something else. */
  readonly issues: readonly SchemaIssue[];

  constructor(message: string, { issues = [], ...options }: SkillErrorOptions = {}) {
    super(message, options);
    this.issues = issues;
  }
}

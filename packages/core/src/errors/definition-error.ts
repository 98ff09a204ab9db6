import type { DefinitionIssue } from '../definition/definition-issue.ts';
import { FormworkError } from './formwork-error.ts';

/** Thrown when an agent is defined wrongly. Carries everything that is wrong, not only the first. */
export class DefinitionError extends FormworkError {
  readonly code = 'DEFINITION_INVALID';

  /** All problems, errors first, then warnings. */
  readonly issues: readonly DefinitionIssue[];

  constructor(subject: string, issues: readonly DefinitionIssue[]) {
    const errors = issues.filter((issue) => issue.severity === 'error');
    const warnings = issues.filter((issue) => issue.severity === 'warning');
    const lines = errors.map((issue, index) => `  ${index + 1}. ${toLine(issue)}`);
    const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
    super(`Cannot define ${subject} because of ${count}:\n${lines.join('\n')}`);
    this.issues = [...errors, ...warnings];
  }
}

function toLine({ where, pointer, message }: DefinitionIssue): string {
  const place = pointer === undefined || pointer === '' ? where : `${where} at ${pointer}`;
  return `${place}: ${message}`;
}

import type { DefinitionIssue } from '@formwork/schema';
import { FormworkError } from '@formwork/schema';

/**
 * Thrown when an agent is defined wrongly. Carries everything that is wrong, not only the first, and
 * tells what is doubtful as well.
 */
export class DefinitionError extends FormworkError {
  readonly code = 'DEFINITION_INVALID';

  /** All problems, errors first, then warnings. */
  readonly issues: readonly DefinitionIssue[];

  constructor(subject: string, issues: readonly DefinitionIssue[]) {
    const errors = issues.filter((issue) => issue.severity === 'error');
    const warnings = issues.filter((issue) => issue.severity === 'warning');
    const because = `because of ${toCount(errors, 'problem')}:\n${toLines(errors)}`;
    const besides =
      warnings.length === 0
        ? ''
        : `\nBesides, ${toCount(warnings, 'warning')}:\n${toLines(warnings)}`;
    super(`Cannot define ${subject} ${because}${besides}`);
    this.issues = [...errors, ...warnings];
  }
}

function toCount({ length }: readonly DefinitionIssue[], noun: string): string {
  return length === 1 ? `1 ${noun}` : `${length} ${noun}s`;
}

function toLines(issues: readonly DefinitionIssue[]): string {
  return issues.map((issue, index) => `  ${index + 1}. ${toLine(issue)}`).join('\n');
}

function toLine({ where, pointer, message }: DefinitionIssue): string {
  const place = pointer === undefined || pointer === '' ? where : `${where} at ${pointer}`;
  return `${place}: ${message}`;
}

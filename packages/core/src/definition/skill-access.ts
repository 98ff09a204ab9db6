import type { DefinitionIssue } from '@formwork/schema';
import { describeValue, quote } from '@formwork/schema/internal';

/** Which callers may use a skill, and which learn of it. */
export interface SkillAccess {
  /**
   * The scopes that a caller needs, all of them, such as `expenses:write`; the card shows them.
   * Default: none, everybody who may call the agent may use the skill.
   */
  readonly scopes?: readonly string[];
  /**
   * Who learns that the skill exists: `public` lists it on the card; `permitted` lists it in the
   * extended card alone, for callers with its scopes, and is unknown to all others. Default `public`.
   */
  readonly visibility?: 'public' | 'permitted';
}

/** A scope of OAuth 2 (RFC 6749 section 3.3). */
const SCOPE = /^[\u0021\u0023-\u005B\u005D-\u007E]+$/u;

/** The most that a skill can ask for: a card is read by everybody. */
const MAX_SCOPES = 32;

/** Checks the fields of a definition that say who may use the skill. */
export function checkAccess(
  { scopes, visibility }: { readonly scopes: unknown; readonly visibility: unknown },
  where: string,
): readonly DefinitionIssue[] {
  const issues: DefinitionIssue[] = [];
  const report = (code: string, message: string): void => {
    issues.push({
      severity: 'error',
      code,
      where,
      message: `Cannot define the skill as ${message}`,
    });
  };
  if (scopes !== undefined && !isScopes(scopes)) {
    const current = Array.isArray(scopes)
      ? (scopes.map(describeScope).find((text) => text !== undefined) ?? `${scopes.length} scopes`)
      : describeValue(scopes);
    report(
      'scopes',
      `scopes must be an array of 1 to ${MAX_SCOPES} different words without spaces, quotes and backslashes: current value is ${current}`,
    );
  }
  if (visibility !== undefined && visibility !== 'public' && visibility !== 'permitted') {
    report(
      'visibility',
      `visibility must be "public" or "permitted": current value is ${describeValue(visibility)}`,
    );
  }
  if (visibility === 'permitted' && scopes === undefined) {
    report(
      'visibility',
      'visibility can be "permitted" only where scopes say to whom: current value of scopes is undefined',
    );
  }
  return issues;
}

function isScopes(scopes: unknown): scopes is readonly string[] {
  return (
    Array.isArray(scopes) &&
    scopes.length > 0 &&
    scopes.length <= MAX_SCOPES &&
    new Set(scopes).size === scopes.length &&
    Array.from<unknown>(scopes).every((scope) => typeof scope === 'string' && SCOPE.test(scope))
  );
}

function describeScope(scope: unknown): string | undefined {
  if (typeof scope !== 'string') return `an array with ${describeValue(scope)}`;
  return SCOPE.test(scope) ? undefined : `an array with ${quote(scope)}`;
}

/** Takes them as given: faulty ones are among the issues. */
export function pickAccess({ scopes, visibility }: SkillAccess): SkillAccess {
  return {
    ...(isScopes(scopes) && { scopes: [...scopes] }),
    ...(visibility === 'permitted' && { visibility }),
  };
}

/** Lists the scopes of a skill that a caller lacks. */
export function listMissingScopes(
  { scopes = [] }: SkillAccess,
  granted: readonly string[],
): readonly string[] {
  return scopes.filter((scope) => !granted.includes(scope));
}

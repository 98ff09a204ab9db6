import type { DefinitionIssue } from '@formwork/schema';
import { describeValue, quote } from '@formwork/schema/json';

/** The callers who may use a skill, and those who may see it on the card. */
export interface SkillAccess {
  /**
   * The OAuth scopes that a caller needs for the skill, all of them, such as `expenses:write`; the
   * card shows them. Default: none, everybody who may call the agent may use the skill.
   */
  readonly scopes?: readonly string[];
  /**
   * Who learns that the skill exists: `public` lists it on the card; `permitted` lists it only in
   * the extended card, for callers with its scopes, and hides it from all others. Default `public`.
   */
  readonly visibility?: 'public' | 'permitted';
}

/** Matches a scope of OAuth 2 (RFC 6749 section 3.3). */
const SCOPE = /^[\u0021\u0023-\u005B\u005D-\u007E]+$/u;

/**
 * The largest number of scopes that a skill can require, because they stand on a card that
 * everybody reads.
 */
const MAX_SCOPES = 32;

/** Checks `scopes` and `visibility` of a skill's definition. */
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
      message: `Cannot define the skill because ${message}`,
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

/**
 * Picks `scopes` and `visibility` from a skill's definition, unchecked: faulty ones are among its
 * issues.
 */
export function pickAccess({ scopes, visibility }: SkillAccess): SkillAccess {
  return {
    ...(isScopes(scopes) && { scopes: [...scopes] }),
    ...(visibility === 'permitted' && { visibility }),
  };
}

/** Lists the scopes that a skill requires and a caller lacks. */
export function listMissingScopes(
  { scopes = [] }: SkillAccess,
  granted: readonly string[],
): readonly string[] {
  return scopes.filter((scope) => !granted.includes(scope));
}

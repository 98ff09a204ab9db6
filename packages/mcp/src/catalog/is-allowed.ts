import type { AgentSettings } from './agent-settings.ts';

/** True if the operator's settings let a skill become a tool. */
export function isAllowed(
  skillId: string,
  { allow, deny = [] }: Pick<AgentSettings, 'allow' | 'deny'>,
): boolean {
  if (deny.some((pattern) => matchesPattern(skillId, pattern))) return false;
  return allow === undefined || allow.some((pattern) => matchesPattern(skillId, pattern));
}

/**
 * True if a text matches a pattern with `*`. It searches the parts between the stars one after the
 * other, so that no pattern can make it slow.
 */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const index = text.indexOf(part, at);
    if (index === -1) return false;
    at = index + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

import type { AgentSettings } from './agent-settings.ts';

/** True if the operator's settings let a skill become a tool. */
export function isAllowed(
  skillId: string,
  { allow, deny = [] }: Pick<AgentSettings, 'allow' | 'deny'>,
): boolean {
  if (deny.some((pattern) => matches(skillId, pattern))) return false;
  return allow === undefined || allow.some((pattern) => matches(skillId, pattern));
}

/**
 * True if a text matches a pattern with `*`. It searches the parts between the stars one after the
 * other, so that no pattern can make it slow.
 */
function matches(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

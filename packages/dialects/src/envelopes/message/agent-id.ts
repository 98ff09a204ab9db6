import type { OptionRule } from '@formwork/core';

/** Of the base schema. */
const AGENT_ID = /^[a-zA-Z0-9][a-zA-Z0-9-]{1,126}[a-zA-Z0-9]$/;

/** True for what may be a `sender_id` or a `recipient_id`. */
export function isAgentId(value: unknown): value is string {
  return typeof value === 'string' && AGENT_ID.test(value);
}

/** What an agent's id must be, as an option. */
export const AGENT_ID_RULE: OptionRule = {
  expected: '3 to 128 letters, digits and hyphens, with no hyphen at either end',
  isValid: isAgentId,
};

/** An id made of an agent's name; `agent` and the name when that is too short. */
export function toAgentId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 120)
    .replaceAll(/^-+|-+$/gu, '');
  if (slug.length >= 3) return slug;
  return slug === '' ? 'agent' : `agent-${slug}`;
}

import { toCardLine } from '../text/to-card-text.ts';
import type { AgentSettings } from './agent-settings.ts';

/** The highest number of characters of an agent's name. */
const MAX_NAME = 80;

/**
 * Returns the label by which texts introduce an agent to people and models. It is the alias, which
 * its operator chose and which begins the names of the tools. An agent of this process whose tools
 * have no prefix is introduced by its own name, because hosts see its alias nowhere else.
 */
export function toLabel(
  { alias, prefix, server }: Pick<AgentSettings, 'alias' | 'prefix' | 'server'>,
  name: string,
): string {
  if (server === undefined || prefix !== false) return alias;
  // A quote would end the label within a text.
  return toCardLine(name, { most: MAX_NAME }).replaceAll('"', "'") || alias;
}

/**
 * Names that texts mention and that are nowhere in the sources: those of other projects, and those
 * that a reader makes up.
 */
export const KNOWN_NAMES = new Set([
  'ALIAS_SKILL',
  'ALIAS_SKILL_SCHEMA',
  'ALIAS_ask',
  'FORMWORK_TOKEN_SHOP',
  'fromNodeProviderChain',
  'mcpServers',
  'serverInfo',
  'startDelay',
  'startToCloseTimeout',
  'validateInputModes',
]);

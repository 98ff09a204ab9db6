/**
 * Names that texts mention and that are nowhere in the sources: those of other projects, and those
 * that a reader makes up.
 */
export const KNOWN_NAMES = new Set([
  'ALIAS_SKILL',
  'ALIAS_SKILL_SCHEMA',
  'ALIAS_ask',
  'DefaultPushNotificationSender',
  'FORMWORK_TOKEN_SHOP',
  'SnapshotAgent',
  'fromNodeProviderChain',
  'mcpServers',
  'moduleResolution',
  'personV2',
  'serverInfo',
  'startDelay',
  'startToCloseTimeout',
  'validateInputModes',
]);

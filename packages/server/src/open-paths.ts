/** The paths where callers look for a card: since A2A 0.3, and before. */
export const CARD_PATHS: readonly string[] = [
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
];

/** The path of the public keys of a server (RFC 7517). */
export const KEYS_PATH = '/.well-known/jwks.json';

/**
 * The path of the OAuth metadata, which MCP hosts and other OAuth clients request (RFC 9728 section
 * 3).
 */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Returns true for the paths of cards. */
export function isCardPath(path: string): boolean {
  return CARD_PATHS.includes(path);
}

/**
 * Returns true for the paths that all may read: cards, public keys, and OAuth metadata with its
 * paths for a part of the server.
 */
export function isOpenPath(path: string): boolean {
  return (
    isCardPath(path) ||
    path === KEYS_PATH ||
    path === METADATA_PATH ||
    path.startsWith(`${METADATA_PATH}/`)
  );
}

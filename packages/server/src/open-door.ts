import type { Door, DoorAnswer, TextAnswer } from './door.ts';

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

/** A document that all may read. */
type OpenDocument = Omit<TextAnswer, 'kind' | 'status'>;

/** The methods by which an open document is read, as answers to OPTIONS list them. */
const METHODS = 'GET, HEAD';

const OPTIONS_ANSWER: DoorAnswer = {
  kind: 'text',
  status: 200,
  headers: { Allow: METHODS, 'X-Content-Type-Options': 'nosniff' },
  contentType: 'text/plain',
  body: METHODS,
};

/**
 * Makes the door of a document that all may read. Requests with methods that do not read are
 * passed on, because a program may have routes for them.
 */
export function createOpenDoor({
  routes,
  isServed,
  read,
}: Pick<Door, 'routes'> & {
  readonly isServed: (path: string) => boolean;
  /** Returns the document; called for each request. */
  readonly read: () => OpenDocument | Promise<OpenDocument>;
}): Door {
  return {
    routes,
    owns: (path, method) =>
      (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && isServed(path),
    async answer({ method }) {
      if (method === 'OPTIONS') return OPTIONS_ANSWER;
      return { kind: 'text', status: 200, ...(await read()) };
    },
  };
}

import { isRecord } from '@formwork/schema/json';
import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { APPS_EXTENSION } from '../hosts/extension-ids.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import type { HandleCipher } from './handle-cipher.ts';

/** The facts that a host up to 2025-11-25 declares once, when its session begins. */
export interface HostFacts {
  readonly protocolVersion: string;
  readonly name: string;
  readonly version: string;
  readonly capabilities: ClientCapabilities;
}

/**
 * The ids of sessions. An id holds, encrypted, what the host declared, so that each process with
 * the same key can go on with the session: after a restart, and at another replica.
 */
export interface SessionIds {
  readonly seal: (facts: HostFacts, principal: PrincipalId) => string;
  /**
   * Returns what the host of a session declared; `undefined` for an id that is made up, expired,
   * sealed for another principal, or with another key.
   */
  readonly open: (id: string, principal: PrincipalId) => HostFacts | undefined;
}

/** The highest number of characters of a text of the host in an id, which each request repeats. */
const MAX_TEXT = 64;

/** Makes the ids of sessions. Each has at most a few hundred characters, whatever a host declares. */
export function createSessionIds({
  cipher,
  ttlMs,
}: {
  readonly cipher: HandleCipher;
  /** The time for which a session can go on elsewhere, in milliseconds. */
  readonly ttlMs: number;
}): SessionIds {
  return {
    seal({ protocolVersion, name, version, capabilities }, principal) {
      const declared = toLetters(capabilities);
      const texts = [protocolVersion, name, version].map((text) => text.slice(0, MAX_TEXT));
      // The random part keeps the sessions of equal hosts apart also where nonces were repeated.
      const content = { s: randomUUID(), h: [...texts, declared] };
      return cipher.seal(content, { principal, expiresAt: Date.now() + ttlMs });
    },
    open(id, principal) {
      let content: Readonly<Record<string, unknown>>;
      try {
        content = cipher.open(id, { principal });
      } catch {
        return undefined;
      }
      // Handles of tasks are sealed with the same key, and are no sessions.
      const texts: readonly unknown[] = Array.isArray(content['h']) ? content['h'] : [];
      const [protocolVersion, name, version, declared] = texts;
      if (typeof protocolVersion !== 'string' || typeof name !== 'string') return undefined;
      if (typeof version !== 'string' || typeof declared !== 'string') return undefined;
      return { protocolVersion, name, version, capabilities: fromLetters(declared) };
    },
  };
}

/** Writes the capabilities that a bridge asks for as letters. */
function toLetters({ elicitation, sampling, extensions }: ClientCapabilities): string {
  const forms = isRecord(elicitation) ? elicitation : undefined;
  const letters = [
    forms && 'e',
    forms?.['form'] !== undefined && 'f',
    forms?.['url'] !== undefined && 'u',
    sampling !== undefined && 's',
    isRecord(extensions) && extensions[APPS_EXTENSION] !== undefined && 'a',
  ];
  return letters.filter((letter) => typeof letter === 'string').join('');
}

function fromLetters(letters: string): ClientCapabilities {
  const has = (letter: string): boolean => letters.includes(letter);
  const elicitation = { ...(has('f') && { form: {} }), ...(has('u') && { url: {} }) };
  return {
    ...(has('e') && { elicitation }),
    ...(has('s') && { sampling: {} }),
    ...(has('a') && { extensions: { [APPS_EXTENSION]: {} } }),
  };
}

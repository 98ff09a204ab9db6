import type { IncomingMessage } from 'node:http';

/** The version spoken by callers who do not name one (A2A 1.0 section 3.6.2). */
export const LEGACY_VERSION = '0.3';

/**
 * The version of A2A that a request speaks, as its header says: major and minor only, because the
 * patch number says nothing about what is spoken (A2A 1.0 section 3.6.1).
 */
export function readProtocolVersion(request: IncomingMessage): string {
  const header = request.headers['a2a-version'];
  const version = typeof header === 'string' ? header.trim() : '';
  if (version === '') return LEGACY_VERSION;
  return /^(\d+\.\d+)\.\d+$/u.exec(version)?.[1] ?? version;
}

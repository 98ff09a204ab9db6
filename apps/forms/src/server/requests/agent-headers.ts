import type { AgentDescription } from '@formwork/client';
import type { RequestHead } from '@formwork/network';
import { isRecord } from '@formwork/schema/json';
import type { AgentHeaders } from '../agents/agent-connections.ts';
import { RefusedError } from '../errors/refused-error.ts';

/** The name of the header in which a page sends the headers for the agent, as a JSON object. */
const NAME = 'x-formwork-agent-headers';

/** The name of the header that a page may always send to an agent; it carries bearer tokens. */
const AUTHORIZATION = 'authorization';

/**
 * Matches headers that control servers, proxies or browsers. The page never sends them, even if an
 * agent's card asks for them.
 */
const RESERVED =
  /^(?:host|connection|content-.*|cookie2?|set-cookie.*|expect|forwarded|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|accept.*|access-control-.*|a2a-.*|x-a2a-.*|x-formwork-.*|if-.*|range)$/u;

/**
 * Patterns of the names and values that HTTP allows for headers (RFC 9110, sections 5.1 and 5.5).
 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/u;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/u;

/**
 * Reads the headers that a page wants to send to the agent, by their names in lower case. Error
 * messages never show the values, which are secrets.
 *
 * @throws RefusedError
 */
export function readAgentHeaders({ headers }: Pick<RequestHead, 'headers'>): AgentHeaders {
  const header = headers[NAME];
  if (header === undefined || header === '') return {};
  const parsed = parse(String(header));
  const entries = Object.entries(parsed).map(([name, value]) => {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(lower)) throw createError(name, 'the name of a header');
    if (RESERVED.test(lower)) throw createError(name, 'no header that has a meaning of its own');
    if (typeof value !== 'string' || !HEADER_VALUE.test(value)) {
      throw new RefusedError(
        'HEADERS',
        `Cannot pass on credentials because the value of ${lower} must be text that can stand in a header.`,
      );
    }
    return [lower, value.trim()] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Checks that the agent's card asks for each of the headers with credentials.
 *
 * @throws RefusedError for headers that the agent's card does not ask for
 */
export function checkAgentHeaders(
  headers: AgentHeaders,
  { credentials, origin }: Pick<AgentDescription, 'credentials' | 'origin'>,
): void {
  const names = credentials.flatMap((credential) =>
    credential.kind === 'api-key' ? [credential.header] : [],
  );
  const headerNames = new Set([AUTHORIZATION, ...names.map((name) => name.toLowerCase())]);
  for (const name of Object.keys(headers)) {
    if (headerNames.has(name)) continue;
    throw new RefusedError(
      'HEADERS',
      `Cannot pass on credentials because their headers must be ${[...headerNames].join(' or ')}, which ${origin} asks for: current name is ${JSON.stringify(name)}`,
    );
  }
}

/**
 * True if a page sends headers other than `authorization`, so that the agent's card must be read to
 * allow them.
 */
export function needsCheck(headers: AgentHeaders): boolean {
  return Object.keys(headers).some((name) => name !== AUTHORIZATION);
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The text may contain secrets although it cannot be parsed, so the error does not show it.
  }
  if (isRecord(value) && !Array.isArray(value)) return value;
  throw new RefusedError(
    'HEADERS',
    `Cannot pass on credentials because ${NAME} must be a JSON object of texts by header name.`,
  );
}

function createError(name: string, expected: string): RefusedError {
  return new RefusedError(
    'HEADERS',
    `Cannot pass on credentials because each name must be ${expected}: current name is ${JSON.stringify(name.slice(0, 100))}`,
  );
}

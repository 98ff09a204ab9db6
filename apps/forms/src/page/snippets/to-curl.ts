import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';

/**
 * Writes a call as a `curl` command for a POSIX shell. Credentials become shell variables that the
 * person has to set.
 */
export function toCurl({
  method,
  url,
  body,
  protocolVersion,
  credentials,
}: {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** The version of A2A, such as `1.0`. */
  readonly protocolVersion: string;
  /** The names of the headers with credentials; their values are placeholders. */
  readonly credentials: readonly string[];
}): string {
  const extensions = protocolVersion.startsWith('0.') ? 'X-A2A-Extensions' : 'A2A-Extensions';
  const headers = [
    'Content-Type: application/json',
    `A2A-Version: ${protocolVersion}`,
    `${extensions}: ${OBJECT_SCHEMAS_EXTENSION_URI}`,
  ];
  const lines = [
    `curl --no-buffer --request ${quote(method)} ${quote(url)}`,
    ...headers.map((header) => `  --header ${quote(header)}`),
    ...credentials.map((name) => `  --header "${toHeaderName(name)}: ${toPlaceholder(name)}"`),
    ...(body === '' ? [] : [`  --data-raw ${quote(body)}`]),
  ];
  return lines.join(' \\\n');
}

/** Quotes a text for a POSIX shell in single quotes. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function toHeaderName(name: string): string {
  return name.replaceAll(/[^\w-]/gu, '');
}

function toPlaceholder(name: string): string {
  const isBearer = name.toLowerCase() === 'authorization';
  return isBearer ? 'Bearer $TOKEN' : '$API_KEY';
}

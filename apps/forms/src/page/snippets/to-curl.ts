import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';

/** The call for a POSIX shell. What says who calls is a variable of the shell, to be set there. */
export function toCurl({ method, url, body, protocolVersion, credentials }: ExactCall): string {
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

/** Within single quotes a shell reads everything as it stands, but the quote itself. */
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

/** A call as it went over the wire, without what says who calls. */
interface ExactCall {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** Of A2A, such as `1.0`. */
  readonly protocolVersion: string;
  /** Names of headers that say who calls; their values are placeholders. */
  readonly credentials: readonly string[];
}

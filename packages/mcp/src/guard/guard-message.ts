import { isRecord, toWholeText } from '@formwork/schema/json';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { BridgeLogger } from '../bridge-logger.ts';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import type { Secrets } from './secrets.ts';

/**
 * The size of the largest message to a host, in bytes. Hosts with either SDK end the connection at
 * 10 MiB.
 */
export const MAX_MESSAGE_BYTES: number = 8 * 1024 * 1024;

/** The highest number of bytes of one character in JSON, such as `\u0000`. */
const MOST_OF_ONE = 6;

/** Options of {@link guardMessage}. */
export interface GuardOptions {
  readonly secrets: Secrets;
  readonly logger: BridgeLogger;
}

/** The verdict on a message to a host: send it or a smaller one, send nothing, or refuse it. */
export type GuardedMessage =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'nothing' }
  /** A question to the host that is too large; its sender gets an error. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Removes secrets from a message to a host, puts U+FFFD in place of halves of surrogate pairs, with
 * which hosts in Python and Rust cannot read the whole message, and replaces a message that is too
 * large by an error.
 */
export function guardMessage(
  message: JSONRPCMessage,
  { secrets, logger }: GuardOptions,
): GuardedMessage {
  const scan: Scan = { characters: 0, isCut: false };
  const shown = hideWithin(message, { secrets, scan }) as JSONRPCMessage;
  if (scan.isCut) {
    logger.warn('A message to the host has U+FFFD where the agent cut a text within a character');
  }
  if (scan.characters * MOST_OF_ONE <= MAX_MESSAGE_BYTES)
    return { kind: 'message', message: shown };
  const bytes = Buffer.byteLength(JSON.stringify(shown));
  if (bytes <= MAX_MESSAGE_BYTES) return { kind: 'message', message: shown };
  const reason = `The answer has ${bytes} bytes, and a message of MCP may have ${MAX_MESSAGE_BYTES}: it was not sent.`;
  logger.warn('A message was too large to be sent', { bytes, most: MAX_MESSAGE_BYTES });
  if ('result' in shown) {
    return { kind: 'message', message: toTooLarge(shown, reason) };
  }
  if ('error' in shown) {
    return { kind: 'message', message: { ...shown, error: { code: -32603, message: reason } } };
  }
  return 'id' in shown ? { kind: 'refused', reason } : { kind: 'nothing' };
}

type Answer = Extract<JSONRPCMessage, { readonly result: unknown }>;

/**
 * Makes the answer in place of one that is too large: an error result for a tool, so that the model
 * can act on it, else an error of the protocol.
 */
function toTooLarge({ id, result }: Answer, reason: string): JSONRPCMessage {
  if (!Array.isArray(result['content'])) {
    return { jsonrpc: '2.0', id, error: { code: -32603, message: reason } };
  }
  const { resultType } = result;
  const meta = { [TOOL_META_KEY]: { code: 'result_too_large' } };
  return {
    jsonrpc: '2.0',
    id,
    result: {
      ...(resultType !== undefined && { resultType }),
      isError: true,
      content: [{ type: 'text', text: reason }],
      _meta: meta,
    },
  };
}

interface Scan {
  /**
   * The number of characters in all texts of the message, with an estimate for the JSON around
   * them.
   */
  characters: number;
  /** True if a text or a name had half of a surrogate pair. */
  isCut: boolean;
}

interface HideOptions {
  readonly secrets: Secrets;
  readonly scan: Scan;
}

/** Returns a text without secrets and halves of surrogate pairs, and counts its characters. */
function hideInText(text: string, { secrets, scan }: HideOptions): string {
  scan.characters += text.length;
  const whole = toWholeText(text);
  scan.isCut ||= whole !== text;
  return secrets.hide(whole);
}

/** Returns the value without secrets, as a copy if it has any, and counts its characters. */
function hideWithin(value: unknown, { secrets, scan }: HideOptions): unknown {
  if (typeof value === 'string') return hideInText(value, { secrets, scan });
  scan.characters += 4;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const shown = items.map((item) => hideWithin(item, { secrets, scan }));
    return shown.every((item, index) => item === items[index]) ? value : shown;
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value);
  const entries = members.map(([name, member]): [string, unknown] => {
    const shownName = hideInText(name, { secrets, scan });
    const shown = isBase64(value, name)
      ? hideInBase64(member, { secrets, scan })
      : hideWithin(member, { secrets, scan });
    return [shownName, shown];
  });
  const isSame = entries.every(
    ([name, shown], index) => name === members[index]?.[0] && shown === members[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(entries);
}

/** True for a member that holds the bytes of a resource, an image or a sound in base64. */
function isBase64(holder: Readonly<Record<string, unknown>>, name: string): boolean {
  if (name === 'blob') return typeof holder['uri'] === 'string';
  return name === 'data' && (holder['type'] === 'image' || holder['type'] === 'audio');
}

function hideInBase64(value: unknown, { secrets, scan }: HideOptions): unknown {
  if (typeof value !== 'string') return hideWithin(value, { secrets, scan });
  // Base64 has only characters of one byte.
  scan.characters += Math.ceil(value.length / MOST_OF_ONE);
  if (!secrets.isNeeded()) return value;
  const bytes = Buffer.from(value, 'base64');
  const shown = secrets.hideBytes(bytes);
  return shown === bytes ? value : shown.toString('base64');
}

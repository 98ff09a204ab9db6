import { hasLoneSurrogate } from '../json/lone-surrogate.ts';
import { findStringEnd } from './changed-number.ts';

/** The ids of the JSON-RPC requests of a text, by which a refusal of the text is matched. */
export interface RequestIds {
  /** True if the text is a list of requests, which is answered by a list. */
  readonly isBatch: boolean;
  readonly ids: readonly (string | number)[];
}

/** The most requests of a batch that are answered one by one; the answer would outgrow a larger one. */
const MAX_IDS = 100;

/** The longest name that may mean `id` or `method`: one of six escapes, with its quotes. */
const MAX_NAME = 38;

/** The longest id that an answer repeats, as it stands in the text. */
const MAX_ID = 1000;

/**
 * True for the id of a JSON-RPC request that answers repeat, each event of a stream among them: a
 * whole number, or text of at most 1,000 characters without half of a surrogate pair.
 */
export function isRepeatableId(id: unknown): id is string | number {
  return typeof id === 'string'
    ? id.length <= MAX_ID && !hasLoneSurrogate(id)
    : Number.isSafeInteger(id);
}

/** A request whose members are being read. */
interface ReadRequest {
  readonly ids: string[];
  hasMethod: boolean;
}

/**
 * Reads the ids of the requests in a JSON text that is refused for what it says elsewhere, such as
 * a name that stands twice. Left out are notifications, answers, ids that stand twice in a request
 * and numbers that JavaScript may change. None of more than 100 requests.
 */
export function readRequestIds(text: string): RequestIds {
  const isBatch = /^\s*\[/u.test(text);
  const level = isBatch ? 2 : 1;
  const requests: ReadRequest[] = [];
  let depth = 0;
  const member: { name: unknown; start: number } = { name: undefined, start: -1 };
  const endMember = (end: number): void => {
    if (member.start >= 0) requests.at(-1)?.ids.push(text.slice(member.start, end).trim());
    member.start = -1;
    member.name = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = findStringEnd(text, at);
      if (depth === level && member.name === undefined) {
        member.name = end - at < MAX_NAME ? JSON.parse(text.slice(at, end + 1)) : '';
      }
      at = end;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth !== level) continue;
      if (character === '[' || requests.length === MAX_IDS) return { isBatch, ids: [] };
      requests.push({ ids: [], hasMethod: false });
    } else if (character === '}' || character === ']') {
      if (depth === level) endMember(at);
      depth -= 1;
    } else if (depth !== level) continue;
    else if (character === ',') endMember(at);
    else if (character === ':') {
      const request = requests.at(-1);
      if (member.name === 'id') member.start = at + 1;
      if (member.name === 'method' && request !== undefined) request.hasMethod = true;
    }
  }
  return { isBatch, ids: requests.flatMap(toId) };
}

function toId({ ids, hasMethod }: ReadRequest): readonly (string | number)[] {
  const [text = '', second] = ids;
  if (!hasMethod || second !== undefined || text.length > MAX_ID) return [];
  if (!text.startsWith('"') && !/^-?\d{1,16}$/u.test(text)) return [];
  const id: unknown = JSON.parse(text);
  return isRepeatableId(id) ? [id] : [];
}

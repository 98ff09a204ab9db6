import type { Json } from '@formwork/schema';

/** Data that a link brings along. */
export interface LinkedData {
  readonly data: Json;
  /** Beginning of the fingerprint of the schema that the data were made for. */
  readonly fingerprint: string;
}

/** Where somebody is. Everything is optional: what is not named is chosen. */
export interface Route {
  /** Address of the agent; absent where there is only one. */
  readonly agent?: string;
  readonly skill?: string;
  readonly schema?: string;
  /** Id of a run in the history. */
  readonly run?: string;
  readonly view?: 'batch' | 'compare' | 'check';
  /** The source that a form is filled from. */
  readonly linked?: LinkedData;
}

/** UTF-16 units that the data of a link may have; some servers and chats cut what is longer. */
export const MAX_LINK_LENGTH = 6000;
/** Of the fingerprint in links, `sha256:` included: enough to see that a schema is another one. */
const FINGERPRINT_LENGTH = 23;

/**
 * The hash of a route. Servers never see it, and whoever makes one leaves out what is secret.
 * `undefined` if the data are too long for a link.
 */
export function toHash({ agent, skill, schema, run, view, linked }: Route): string | undefined {
  const data = linked === undefined ? undefined : toBase64Url(JSON.stringify(linked.data));
  if (data !== undefined && data.length > MAX_LINK_LENGTH) return undefined;
  const fields = {
    agent,
    skill,
    schema,
    run,
    view,
    data,
    made: linked?.fingerprint.slice(0, FINGERPRINT_LENGTH),
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) search.set(name, value);
  }
  return `#${search.toString()}`;
}

/** The route of a hash, which anybody may have written. What is not understood is left out. */
export function parseHash(hash: string): Route {
  const search = new URLSearchParams(hash.startsWith('#') ? hash.slice(1) : hash);
  const read = (name: string): string | undefined => search.get(name) ?? undefined;
  const agent = read('agent');
  const skill = read('skill');
  const schema = read('schema');
  const run = read('run');
  const view = read('view');
  const linked = readLinked(read('data'), read('made') ?? '');
  return {
    ...(agent !== undefined && { agent }),
    ...(skill !== undefined && { skill }),
    ...(schema !== undefined && { schema }),
    ...(run !== undefined && { run }),
    ...((view === 'batch' || view === 'compare' || view === 'check') && { view }),
    ...(linked !== undefined && { linked }),
  };
}

/** True if the data of a link say that they were made for another schema than that with this one. */
export function isMadeForAnother(linked: LinkedData, fingerprint: string): boolean {
  const made = linked.fingerprint;
  return made !== '' && made !== fingerprint.slice(0, FINGERPRINT_LENGTH);
}

function readLinked(text: string | undefined, fingerprint: string): LinkedData | undefined {
  if (text === undefined || text.length > MAX_LINK_LENGTH) return undefined;
  try {
    const data: Json = JSON.parse(fromBase64Url(text));
    return { data, fingerprint };
  } catch {
    return undefined;
  }
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): string {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

import type { Json } from '@formwork/schema';

/** The data of a form that a link contains. */
export interface LinkedData {
  readonly data: Json;
  /** The beginning of the fingerprint of the schema that the data were made for. */
  readonly fingerprint: string;
}

const VIEWS = ['batch', 'compare', 'check', 'history', 'inbox', 'answer'] as const;

/** A screen that a route names, other than a form, a run or the first screen of an agent. */
type View = (typeof VIEWS)[number];

/** The screen of the page that a link leads to. Every part is optional and has a default. */
export interface Route {
  /** The address of the agent; absent if the page is for one agent only. */
  readonly agent?: string;
  readonly skill?: string;
  readonly schema?: string;
  /** The id of the run in the history that the page shows. */
  readonly run?: string;
  readonly view?: View;
  /** The id of the task whose question the inbox shows. */
  readonly task?: string;
  /** The token of a link by which a question is answered: a secret. */
  readonly token?: string;
  /** Data that the link contains and that fill the form. */
  readonly linked?: LinkedData;
}

/**
 * The maximum length of data in a link, in UTF-16 units; some servers and chat programs cut longer
 * links.
 */
export const MAX_LINK_LENGTH = 6000;
/**
 * The number of characters of a fingerprint in a link, `sha256:` included: enough to detect a
 * changed schema.
 */
const FINGERPRINT_LENGTH = 23;

/**
 * Writes a route as the hash of a link, which browsers send to no server; `undefined` if its data
 * are too long. The caller must remove secrets before.
 */
export function toHash({ linked, ...route }: Route): string | undefined {
  const data = linked === undefined ? undefined : toBase64Url(JSON.stringify(linked.data));
  if (data !== undefined && data.length > MAX_LINK_LENGTH) return undefined;
  const { agent, skill, schema, run, view, task, token } = route;
  const fields = {
    agent,
    skill,
    schema,
    run,
    view,
    task,
    token,
    data,
    made: linked?.fingerprint.slice(0, FINGERPRINT_LENGTH),
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) search.set(name, value);
  }
  return `#${search.toString()}`;
}

/**
 * Reads the route from the hash of a link, which may come from anybody. Invalid parts are left out.
 */
export function parseHash(hash: string): Route {
  const search = new URLSearchParams(hash.startsWith('#') ? hash.slice(1) : hash);
  const read = (name: string): string | undefined => search.get(name) ?? undefined;
  const agent = read('agent');
  const skill = read('skill');
  const schema = read('schema');
  const run = read('run');
  const view = VIEWS.find((name) => name === read('view'));
  const task = read('task');
  const token = read('token');
  const linked = readLinked(read('data'), read('made') ?? '');
  return {
    ...(agent !== undefined && { agent }),
    ...(skill !== undefined && { skill }),
    ...(schema !== undefined && { schema }),
    ...(run !== undefined && { run }),
    ...(view !== undefined && { view }),
    ...(task !== undefined && { task }),
    ...(token !== undefined && { token }),
    ...(linked !== undefined && { linked }),
  };
}

/** True if the data of a link were made for another schema than that with the given fingerprint. */
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

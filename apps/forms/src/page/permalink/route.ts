import type { Json } from '@formwork/schema';
import { useMemo, useSyncExternalStore } from 'react';

/** The data of a form that a link contains. */
export interface LinkedData {
  readonly data: Json;
  /** The beginning of the fingerprint of the schema that the data were made for. */
  readonly fingerprint: string;
}

const VIEWS = ['batch', 'compare', 'check', 'history', 'inbox', 'answer'] as const;

/** The parts of a route that are any text, in the order of a link. */
const TEXTS = ['agent', 'skill', 'schema', 'run', 'task', 'asker', 'token'] as const;

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
  /** The address of the agent whose task asks that question; absent for the agent of the route. */
  readonly asker?: string;
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
  const search = new URLSearchParams();
  for (const name of [...TEXTS, 'view'] as const) {
    const value = route[name];
    if (value !== undefined) search.set(name, value);
  }
  if (linked !== undefined) {
    const data = toBase64Url(JSON.stringify(linked.data));
    if (data.length > MAX_LINK_LENGTH) return undefined;
    search.set('data', data);
    search.set('made', linked.fingerprint.slice(0, FINGERPRINT_LENGTH));
  }
  return `#${search.toString()}`;
}

/**
 * Reads the route from the hash of a link, which may come from anybody. Invalid parts are left out.
 */
export function parseHash(hash: string): Route {
  const search = new URLSearchParams(hash.startsWith('#') ? hash.slice(1) : hash);
  const texts = TEXTS.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const view = VIEWS.find((name) => name === search.get('view'));
  const linked = readLinked(search.get('data'), search.get('made') ?? '');
  return {
    ...Object.fromEntries(texts),
    ...(view !== undefined && { view }),
    ...(linked !== undefined && { linked }),
  };
}

/** True if the data of a link were made for another schema than that with the given fingerprint. */
export function isMadeForAnother(linked: LinkedData, fingerprint: string): boolean {
  const linkFingerprint = linked.fingerprint;
  return linkFingerprint !== '' && linkFingerprint !== fingerprint.slice(0, FINGERPRINT_LENGTH);
}

function readLinked(text: string | null, fingerprint: string): LinkedData | undefined {
  if (text === null || text.length > MAX_LINK_LENGTH) return undefined;
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

/**
 * Returns the current route of the page, which the browser's address contains, so that a reload
 * keeps it.
 */
export function useRoute(): Route {
  const hash = useSyncExternalStore(watchAddress, () => window.location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}

/** Shows another route of the page; the browser's back button returns to the earlier one. */
export function go(route: Route): void {
  window.location.hash = toHash(route) ?? '';
}

/** Calls a function at each change of the address, until the returned function is called. */
export function watchAddress(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

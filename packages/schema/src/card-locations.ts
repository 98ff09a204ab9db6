import { parseUrl } from './json/bounded-url.ts';
import { getOwn, isRecord } from './json/record.ts';

export { nameUrl, quoteInput } from './secrets/named-url.ts';

/** A place where the card of an agent may be, and what counts as the card there. */
export interface CardLocation {
  readonly url: URL;
  /**
   * `card`: any JSON object, because a card is all that belongs there. `address`: a JSON object that
   * looks like a card, because the address may be a page or a door. `origin`: a card that names the
   * address as one of its doors, because other agents may share the origin.
   */
  readonly kind: 'card' | 'address' | 'origin';
}

/** The JSON of an agent card, not checked. */
export type RawCard = Readonly<Record<string, unknown>>;

/**
 * The well-known paths of agent cards below an agent's URL: that of A2A 1.0 (section 8.2), and that
 * from before 0.3.
 */
const PATHS: readonly string[] = ['.well-known/agent-card.json', '.well-known/agent.json'];

/**
 * Lists the places of a card in the order of asking: the URL alone if it ends with `.json`; else the
 * well-known paths below it, the URL itself, and for a URL with a path those of its origin.
 */
export function listCardLocations(url: URL): readonly CardLocation[] {
  if (url.pathname.endsWith('.json')) return [{ url, kind: 'card' }];
  const folder = new URL(url);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  const below = listWellKnown(folder, 'card');
  const origin = folder.pathname === '/' ? [] : listWellKnown(new URL('/', url), 'origin');
  return [...below, { url, kind: 'address' }, ...origin];
}

/**
 * The statuses of addresses that answer, but not to such a request. Hosts of files answer 403 for a
 * file that is not there.
 */
const MISSES: ReadonlySet<number> = new Set([400, 403, 405, 406, 415, 501]);

/** True for the status of a place that holds no card, so that the card may be at the next one. */
export function isCardMiss(status: number): boolean {
  return MISSES.has(status);
}

/** True for the type of a body that is no card: a page, or a stream that may never end. */
export function isOtherType(type: string | null): boolean {
  return /^text\/(?:html|event-stream)\b/iu.test(type ?? '');
}

function listWellKnown(folder: URL, kind: CardLocation['kind']): readonly CardLocation[] {
  return PATHS.map((path) => ({ url: new URL(path, folder), kind }));
}

/** True if JSON that was found at a place is the card of the agent at an address. */
export function isCardOf(raw: RawCard, { kind }: CardLocation, address: string): boolean {
  switch (kind) {
    case 'card':
      return true;
    case 'address':
      return typeof raw['name'] === 'string' && listDoors(raw).length > 0;
    case 'origin':
      return listDoors(raw).some((door) => isSameAddress(door, address));
  }
}

/** Returns the addresses of the doors of a card of A2A 1.0 or 0.3. */
function listDoors(raw: RawCard): readonly string[] {
  const lists = [raw['supportedInterfaces'], raw['additionalInterfaces']];
  const items: readonly unknown[] = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  const urls = [raw['url'], ...items.map((item) => (isRecord(item) ? getOwn(item, 'url') : ''))];
  return urls.filter((door) => typeof door === 'string').filter((door) => door !== '');
}

/** True for a door that is the address, or lies below it. */
function isSameAddress(door: string, address: string): boolean {
  const [at, addressUrl] = [parseUrl(door), parseUrl(address)];
  if (at === undefined || addressUrl === undefined || at.origin !== addressUrl.origin) return false;
  return withSlash(at.pathname).startsWith(withSlash(addressUrl.pathname));
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

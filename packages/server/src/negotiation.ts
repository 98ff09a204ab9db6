import type { IncomingHttpHeaders } from 'node:http';

/** A request, by whose headers an answer is chosen. */
interface NegotiatedRequest {
  readonly headers: IncomingHttpHeaders;
}

/** A range of an `Accept` header: what it names, how much it is liked, and where it stands. */
interface Range {
  /** The name in lower case, such as `text/*` or `de-at`. */
  readonly name: string;
  readonly quality: number;
  readonly order: number;
}

/** An offer that a range admits; the first of two is the better one. */
interface Match extends Range {
  readonly offer: string;
  /** How exactly the range names the offer; more is more exactly. */
  readonly exactness: number;
}

/** Returns how exactly a range names an offer; `undefined` if it does not. */
type Compare = (range: string, offer: string) => number | undefined;

/**
 * Chooses the media type that the sender of a request likes best (RFC 9110 section 12.5.1);
 * `undefined` if it takes none. Every type suits a request that names none.
 */
export function chooseType<Offer extends string>(
  { headers: { accept = '' } }: NegotiatedRequest,
  offers: readonly Offer[],
): Offer | undefined {
  return choose(accept === '' ? '*/*' : accept, { offers, compare: compareTypes });
}

/**
 * Chooses the compression that the sender of a request likes best (RFC 9110 section 12.5.3);
 * `undefined` if it takes none.
 */
export function chooseEncoding<Offer extends string>(
  { headers }: NegotiatedRequest,
  offers: readonly Offer[],
): Offer | undefined {
  const ranges = [headers['accept-encoding'] ?? ''].join(',');
  return choose(ranges, { offers, compare: compareNames });
}

/**
 * Chooses the language that the sender of a request likes best (RFC 9110 section 12.5.4);
 * `undefined` if it takes none. Every language suits a request that names none.
 */
export function chooseLanguage<Offer extends string>(
  { headers }: NegotiatedRequest,
  offers: readonly Offer[],
): Offer | undefined {
  return choose(headers['accept-language'] ?? '*', { offers, compare: compareLanguages });
}

/**
 * Returns true if the sender of a request has the version of an answer that a tag names. Proxies
 * that compress mark tags as weak.
 */
export function hasTag({ headers }: NegotiatedRequest, tag: string): boolean {
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((candidate) => candidate.trim().replace(/^W\//u, '') === tag);
}

/** Chooses the best of offers: the best liked, then the one that is named most exactly or first. */
function choose<Offer extends string>(
  header: string,
  { offers, compare }: { readonly offers: readonly Offer[]; readonly compare: Compare },
): Offer | undefined {
  const ranges = parseRanges(header);
  let best: (Match & { readonly offer: Offer }) | undefined;
  for (const offer of offers) {
    const match = findRange(offer, ranges, compare);
    if (match === undefined || match.quality <= 0) continue;
    if (best === undefined || isBetter(match, best)) best = { ...match, offer };
  }
  return best?.offer;
}

/** Finds the range that says how much an offer is liked: the one that names it most exactly. */
function findRange(offer: string, ranges: readonly Range[], compare: Compare): Match | undefined {
  let closest: Match | undefined;
  for (const range of ranges) {
    const exactness = compare(range.name, offer.toLowerCase());
    if (exactness === undefined) continue;
    const match = { ...range, offer, exactness };
    const isCloser =
      closest === undefined ||
      (exactness - closest.exactness || range.quality - closest.quality) > 0;
    if (isCloser) closest = match;
  }
  return closest;
}

/** Returns true if an offer is liked more, or is named more exactly or earlier, than another one. */
function isBetter(match: Match, other: Match): boolean {
  const { quality, exactness, order } = other;
  return (match.quality - quality || match.exactness - exactness || order - match.order) > 0;
}

/** The most ranges of a header that are read; no program sends as many. */
const MAX_RANGES = 100;

/** Parses the ranges of a header. A range with parameters before its quality names no offer here. */
function parseRanges(header: string): readonly Range[] {
  return header
    .split(',', MAX_RANGES)
    .map((text, order) => {
      const [name = '', parameter = 'q=1'] = text.toLowerCase().split(';');
      const [key = '', value = 'none'] = parameter.split('=');
      const quality = key.trim() === 'q' ? Number(value) : NaN;
      return { name: name.trim(), quality, order };
    })
    .filter(({ name, quality }) => name !== '' && quality >= 0 && quality <= 1);
}

function compareTypes(range: string, offer: string): number | undefined {
  if (range === offer) return 2;
  if (range === '*/*') return 0;
  return range.endsWith('/*') && offer.startsWith(range.slice(0, -1)) ? 1 : undefined;
}

function compareNames(range: string, offer: string): number | undefined {
  if (range === offer) return 1;
  return range === '*' ? 0 : undefined;
}

/** `de` admits `de-at`, and `de-at` admits `de`, though less exactly. */
function compareLanguages(range: string, offer: string): number | undefined {
  if (range === offer) return 3;
  if (range === toPrimary(offer)) return 2;
  if (toPrimary(range) === offer) return 1;
  return range === '*' ? 0 : undefined;
}

function toPrimary(language: string): string | undefined {
  return language.split('-', 1)[0];
}

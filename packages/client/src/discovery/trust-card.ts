import { nameUrl } from '@formwork/schema/internal/addresses';
import { isRecord, isTooDeep, parseUrl } from '@formwork/schema/json';
import type { CardSignature, CardTrust } from '@formwork/trust';
import { ConnectError } from '../errors.ts';
import { loadPart } from '../load-part.ts';
import type { FetchedCard } from './fetch-card.ts';

/**
 * The deepest nesting of a card whose signature is verified, in levels; honest cards stay far
 * below.
 */
const MAX_DEPTH = 1_000;

/**
 * Verifies the signature of a card as it was received, if `trust` is given; otherwise only says
 * whether there is one.
 *
 * @throws ConnectError for a card that cannot be trusted
 */
export async function trustCard(
  fetched: Pick<FetchedCard, 'raw' | 'url'>,
  {
    trust,
    requestedUrl,
    fetch: fetchImpl,
  }: {
    readonly trust: CardTrust | undefined;
    /**
     * The URL that `connect` was given for the agent; the pinned key of the card is kept under it.
     */
    readonly requestedUrl: string;
    /** The `fetch` that gets the keys of signatures. */
    readonly fetch: typeof fetch;
  },
): Promise<{
  readonly trusted: Pick<FetchedCard, 'raw' | 'url'>;
  readonly signature: CardSignature;
}> {
  const { raw, url } = fetched;
  if (trust === undefined) {
    const { signatures } = raw;
    const isSigned = Array.isArray(signatures) && signatures.length > 0;
    return { trusted: fetched, signature: { state: isSigned ? 'unchecked' : 'unsigned' } };
  }
  if (isTooDeep(raw, MAX_DEPTH)) {
    throw new ConnectError(
      `Cannot connect because ${nameUrl(url)} must be an agent card nested at most ${MAX_DEPTH} levels deep: current value is nested deeper`,
    );
  }
  // Callers that verify nothing do not load the package.
  const { CardTrustError, verifyCard } = await loadPart(
    'verifies cards',
    () => import('@formwork/trust'),
  );
  try {
    const pinnedAs = new URL(requestedUrl).href;
    const { card, signature } = await verifyCard(raw, { trust, url, pinnedAs, fetch: fetchImpl });
    return { trusted: { raw: card, url }, signature };
  } catch (error) {
    if (!(error instanceof CardTrustError)) throw error;
    throw new ConnectError(error.message, { cause: error });
  }
}

/** True for a valid value of the option `trust`: it names at least keys, a URL of keys, or pins. */
export function isTrust(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { keys, jwksUrl, pins, pinDays } = value;
  return (
    (keys === undefined || (Array.isArray(keys) && keys.length > 0)) &&
    (jwksUrl === undefined || isSafeUrl(jwksUrl)) &&
    (pins === undefined || (isRecord(pins) && typeof pins['get'] === 'function')) &&
    (pinDays === undefined || (typeof pinDays === 'number' && pinDays > 0)) &&
    [keys, jwksUrl, pins].some((source) => source !== undefined)
  );
}

/**
 * True for a URL whose answer cannot be changed on the network: `https`, or `http` on this machine.
 */
function isSafeUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
}

import type { CardSignature, CardTrust } from '@formwork/trust';
import { isRecord, isTooDeep } from '@formwork/schema/internal';
import { ConnectError } from '../errors.ts';
import type { FetchedCard } from './fetch-card.ts';

/** Options of {@link trustCard}. */
export interface TrustCardOptions {
  readonly trust: CardTrust | undefined;
  /** The address that was asked for. */
  readonly asked: string;
  /** Reads keys. */
  readonly fetch: typeof fetch;
}

/** A card of which only what is signed is left, if it has to be. */
export interface TrustedFind {
  readonly found: FetchedCard;
  readonly signature: CardSignature;
}

/** No honest card is nested deeper. */
const MAX_DEPTH = 1_000;

/** Verifies a card as it came. @throws ConnectError for one that cannot be trusted */
export async function trustCard(
  found: FetchedCard,
  { trust, asked, fetch: fetchImpl }: TrustCardOptions,
): Promise<TrustedFind> {
  const { raw, url } = found;
  if (trust === undefined) {
    const { signatures } = raw;
    const isSigned = Array.isArray(signatures) && signatures.length > 0;
    return { found, signature: { state: isSigned ? 'unchecked' : 'unsigned' } };
  }
  if (isTooDeep(raw, MAX_DEPTH)) {
    throw new ConnectError(
      `Cannot connect as ${url} must be an agent card nested at most ${MAX_DEPTH} levels deep: current value is nested deeper`,
    );
  }
  // Who trusts without asking loads nothing of it.
  const { CardTrustError, verifyCard } = await import('@formwork/trust');
  try {
    const pinnedAs = new URL(asked).href;
    const { card, signature } = await verifyCard(raw, { trust, url, pinnedAs, fetch: fetchImpl });
    return { found: { raw: card, url }, signature };
  } catch (error) {
    if (!(error instanceof CardTrustError)) throw error;
    throw new ConnectError(error.message, { cause: error });
  }
}

/** True for what `trust` may be. */
export function isTrust(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { keys, jwksUrl, pins, pinDays } = value;
  return (
    (keys === undefined || (Array.isArray(keys) && keys.length > 0)) &&
    (jwksUrl === undefined || isSafeUrl(jwksUrl)) &&
    (pins === undefined || (isRecord(pins) && typeof pins['get'] === 'function')) &&
    (pinDays === undefined || (typeof pinDays === 'number' && pinDays > 0)) &&
    [keys, jwksUrl, pins].some((one) => one !== undefined)
  );
}

/** True for a URL that nobody on the way can change the answer of. */
function isSafeUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
}

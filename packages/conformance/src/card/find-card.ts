import { isCardOf, listCardLocations } from '@formwork/schema/internal';
import { isRecord, isTooDeep } from '@formwork/schema/json';
import { CardTrustError, createMemoryPins, verifyCard } from '@formwork/trust';
import { ConformanceError } from '../errors.ts';
import type { AgentAnswer, AgentNetwork } from '../network/agent-network.ts';

/** The answer at the URL of an agent's card. */
export interface FoundCard {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** The card; absent if the answer is no JSON object. */
  readonly raw?: Readonly<Record<string, unknown>>;
  /** The result of verifying the signatures of the card; absent without a card. */
  readonly signature?: CheckedSignature;
}

/** The most redirects that are followed. */
const MAX_REDIRECTS = 3;

/** The deepest nesting of a card that is read, in levels. */
const MAX_DEPTH = 200;

/**
 * Fetches the card of an agent as a caller of A2A 1.0 does.
 *
 * @throws ConformanceError if no server answers, or the caller is refused
 */
export async function findCard(start: URL, network: AgentNetwork): Promise<FoundCard> {
  let fallback: FoundCard | undefined;
  let refusal: Answer | undefined;
  for (const candidate of listCardLocations(start)) {
    const answer = await get(candidate.url.href, network).catch((error: unknown) => {
      // An address may be that of a door, which need not answer this.
      if (candidate.kind === 'card') throw error;
      return undefined;
    });
    if (answer === undefined) continue;
    const { url, status, headers, text } = answer;
    if (status === 401 || status === 403) refusal ??= answer;
    const raw = status >= 200 && status < 300 ? parseCard(text) : undefined;
    fallback ??= { url, status, headers };
    if (raw !== undefined && isCardOf(raw, candidate, start.href)) {
      const signature = await checkSignature(raw, { url, fetch: network.fetch });
      return { url, status, headers, raw, signature };
    }
  }
  if (refusal === undefined)
    return fallback ?? { url: start.href, status: 404, headers: new Headers() };
  throw new ConformanceError(
    `Cannot check the agent because its card must be readable: ${refusal.url} answers HTTP ${refusal.status}. Pass headers that say who calls.`,
    { code: 'CONFORMANCE_REFUSED' },
  );
}

type Answer = Extract<AgentAnswer, { kind: 'answer' }>;

async function get(start: string, network: AgentNetwork): Promise<Answer> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await network.request(url, {
      method: 'GET',
      headers: { accept: 'application/json', 'a2a-version': '1.0' },
    });
    if (answer.kind === 'none') {
      throw new ConformanceError(
        `Cannot check the agent because ${url} must answer: there was ${answer.reason}. See whether the agent runs and can be reached from here.`,
        { code: 'CONFORMANCE_UNREACHABLE' },
      );
    }
    const target = toTarget(answer, url);
    if (target === undefined) return answer;
    url = target;
  }
  throw new ConformanceError(
    `Cannot check the agent because its card must be found after at most ${MAX_REDIRECTS} redirects: current place is ${url}`,
    { code: 'CONFORMANCE_UNREACHABLE' },
  );
}

/** Returns where an answer leads; `undefined` if it is no redirect that may be followed. */
function toTarget({ status, headers }: Answer, from: string): string | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return undefined;
  const target = URL.parse(location, from);
  const isSafe = target?.protocol === 'https:' || target?.protocol === new URL(from).protocol;
  return isSafe && target !== null ? target.href : undefined;
}

function parseCard(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !isTooDeep(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The result of verifying the signatures of a card. */
type CheckedSignature =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'fits' }
  | { readonly kind: 'unknown-key' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Verifies the signatures of a card by the keys that its own server publishes. */
async function checkSignature(
  card: Readonly<Record<string, unknown>>,
  {
    url,
    fetch: fetchKeys,
  }: {
    /** The URL that the card was read from. */
    readonly url: string;
    /** The `fetch` that reads the keys of the agent. */
    readonly fetch: typeof fetch;
  },
): Promise<CheckedSignature> {
  const keys = { wereRead: false };
  try {
    const { signature } = await verifyCard(card, {
      trust: { pins: createMemoryPins() },
      url,
      async fetch(input, init) {
        const response = await fetchKeys(input, init);
        keys.wereRead ||= response.ok;
        return response;
      },
    });
    return { kind: signature.state === 'unsigned' ? 'unsigned' : 'fits' };
  } catch (error) {
    if (!(error instanceof CardTrustError)) throw error;
    return keys.wereRead ? { kind: 'wrong', reason: error.message } : { kind: 'unknown-key' };
  }
}

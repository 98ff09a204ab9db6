import { AgentCard } from '@a2a-js/sdk';
import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
} from '@formwork/core/protocol';
import { toErrorText } from '@formwork/schema/errors';
import { checkConnectOptions, type ConnectOptions } from './connect-options.ts';
import { createCardCache, fetchCard, type FetchedCard } from './discovery/fetch-card.ts';
import { readCard } from './discovery/read-card.ts';
import { trustCard } from './discovery/trust-card.ts';
import { AbortedError, ConnectError } from './errors.ts';
import { createRemoteAgent, type RemoteAgent } from './remote-agent.ts';
import { loadVetter, readSchemas, type SchemaVetter } from './schemas/remote-schema.ts';
import { fetchExtendedCard, type AgentLink } from './transport/agent-link.ts';
import { createFetch, traceFetch } from './transport/create-fetch.ts';
import type { EventIds } from './transport/event-ids.ts';
import type { RetryOptions } from './transport/retry.ts';
import { selectTransport, type SelectedTransport } from './transport/select-transport.ts';
import { untilAborted } from './transport/signals.ts';
import type { AgentTypes, AgentTypesSource, ToAgentTypes } from './types/agent-types.ts';

/**
 * Agent cards that were fetched without credentials. All connections share them, because such a
 * card is the same for every caller.
 */
const publicCards = createCardCache();

/**
 * Finds an agent by its URL, reads its card and connects to the best endpoint for both.
 *
 * With types, generated ones or those of a definition (`connect<typeof agent>(url)`), skills are
 * typed; without, input and data are `unknown`. Either way the card's own schemas check inputs
 * before they are sent and results when they arrive.
 *
 * @throws ConnectError if there is no agent, no usable card, or no usable endpoint; AbortedError
 * once the signal is aborted; TypeError or RangeError for wrong options.
 *
 * @example
 * ```ts
 * import { connect } from '@formwork/client';
 *
 * const agent = await connect('http://127.0.0.1:4100');
 * const winner = await agent.skill('fight').call({ a: 'Lion', b: 'Tiger' });
 * ```
 */
export async function connect<Source extends AgentTypesSource = AgentTypes>(
  url: string | URL,
  options: ConnectOptions = {},
): Promise<RemoteAgent<ToAgentTypes<Source>>> {
  checkConnectOptions(options);
  const { signal } = options;
  try {
    return await untilAborted(() => openAgent<Source>(url, options), signal);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    // The agent has nothing to stop, because no message was sent.
    const cause: unknown = signal.reason;
    throw new AbortedError({ taskId: undefined, canceled: false, cause });
  }
}

async function openAgent<Source extends AgentTypesSource>(
  url: string | URL,
  options: ConnectOptions,
): Promise<RemoteAgent<ToAgentTypes<Source>>> {
  const retry = completeRetry(options);
  const request = await traceFetch(options.fetch ?? fetch);
  const loading = loadVetter(options.vetLimits);
  const finding = fetchCard(String(url), {
    retry,
    fetch: request,
    headers: options.headers,
    cache: options.cardCache ?? (options.headers === undefined ? publicCards : undefined),
    maxBytes: options.maxCardBytes ?? 1_048_576,
    timeoutMs: options.cardTimeoutMs ?? 10_000,
    signal: options.signal,
  });
  const [fetched, vet] = await Promise.all([finding, loading]);
  const { trust, fetch: fetchKeys = fetch } = options;
  const { trusted, signature } = await trustCard(fetched, {
    trust,
    requestedUrl: String(url),
    fetch: fetchKeys,
  });
  // The signature that verifyCard checks covers all that the SDK decodes of the card.
  const mayLeaveOut = options.verifyCard === undefined;
  const { card, warnings: gaps } = await readCard(trusted.raw, { url: trusted.url, mayLeaveOut });
  await verify(card, options);
  const taps = new WeakMap<AbortSignal, EventIds>();
  const origins = new Set([new URL(url).origin, ...listTrustedOrigins(options)]);
  const maxStreamBytes = options.maxStreamBytes ?? 1_073_741_824;
  const selected = await selectTransport(card, {
    preferred: options.transports,
    grpc: options.grpc,
    headers: options.headers,
    origins,
    maxStreamBytes,
    fetch: createFetch({
      fetch: request,
      headers: options.headers,
      origins,
      maxResponseBytes: options.maxResponseBytes ?? 67_108_864,
      maxStreamBytes,
      taps,
    }),
  });
  const warnings = [...gaps, ...listWarnings(selected, origins, options)];
  const link = createLink({ card, selected, taps, retry, vet, hasStreams: fetched.hasStreams });
  const extended = await getExtendedCard(card, {
    link,
    options,
    warnings,
    version: selected.version,
    trust:
      trust === undefined || signature.state === 'unsigned'
        ? undefined
        : async (raw) => {
            const trustOptions = { trust, requestedUrl: String(url), fetch: fetchKeys };
            return (await trustCard({ raw, url: trusted.url }, trustOptions)).trusted.raw;
          },
  });
  const schemas = readSchemas(
    extended === undefined ? trusted.raw : addSchemas(extended, trusted),
    {
      vet,
      readsRoot: mayLeaveOut,
    },
  );
  const cardUrl = trusted.url;
  return createRemoteAgent({
    card: extended === undefined ? card : AgentCard.fromJSON(extended),
    link,
    selected,
    schemas,
    warnings,
    cardUrl,
    signature,
  });
}

function completeRetry({ retry = {} }: ConnectOptions): Required<RetryOptions> {
  const { attempts = 4, baseMs = 200, maxMs = 10_000, resend = 'known' } = retry;
  return { attempts, baseMs, maxMs, resend };
}

function listTrustedOrigins({ trustedOrigins = [] }: ConnectOptions): readonly string[] {
  return trustedOrigins.map((text) => new URL(text).origin);
}

async function verify(card: AgentCard, { verifyCard }: ConnectOptions): Promise<void> {
  try {
    await verifyCard?.(card);
  } catch (error) {
    const [reason = ''] = toErrorText(error).split('\n');
    throw new ConnectError(
      `Cannot connect because the card's signature must be valid: current outcome is ${JSON.stringify(reason)}`,
      { cause: error },
    );
  }
}

function listWarnings(
  { origin, warnings }: SelectedTransport,
  origins: ReadonlySet<string>,
  { headers }: ConnectOptions,
): string[] {
  if (headers === undefined || origins.has(origin)) return [...warnings];
  return [
    ...warnings,
    `The agent's door is at ${origin}, which is not where its card is: your headers are not sent there. Add it to trustedOrigins if they should be.`,
  ];
}

function createLink({
  card,
  selected,
  taps,
  retry,
  vet,
  hasStreams,
}: {
  readonly card: AgentCard;
  readonly selected: SelectedTransport;
  readonly taps: WeakMap<AbortSignal, EventIds>;
  readonly retry: Required<RetryOptions>;
  readonly vet: SchemaVetter;
  /** False if `fetch` reads every answer whole, so that the client asks for tasks again and again. */
  readonly hasStreams: boolean;
}): AgentLink {
  const { transport, version } = selected;
  const declared = new Set((card.capabilities?.extensions ?? []).map(({ uri }) => uri));
  const supported = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI].filter((uri) =>
    declared.has(uri),
  );
  const header = version.startsWith('0.') ? 'X-A2A-Extensions' : 'A2A-Extensions';
  return {
    transport,
    streaming: card.capabilities?.streaming === true && (hasStreams || selected.binding === 'GRPC'),
    parameters: {
      'A2A-Version': version,
      ...(supported.length > 0 && { [header]: supported.join(',') }),
    },
    retry,
    countsOnce:
      retry.resend === 'always' ||
      (retry.resend === 'known' && declared.has(FOLLOW_UP_FORMS_EXTENSION_URI)),
    taps,
    vet,
  };
}

type CardJson = Readonly<Record<string, unknown>>;

/**
 * Fetches the extended card, which an agent serves to callers it knows, as JSON. Returns
 * `undefined` if the agent has none, the caller sends no headers, or the card cannot be trusted.
 */
async function getExtendedCard(
  card: AgentCard,
  {
    link,
    options,
    warnings,
    version,
    trust,
  }: {
    readonly link: AgentLink;
    readonly options: ConnectOptions;
    /** The list of the agent's warnings; one is added if the extended card cannot be used. */
    readonly warnings: string[];
    /** The version of A2A in which the client calls the agent. */
    readonly version: string;
    /**
     * Returns the signed part of the card, and throws if it cannot be trusted like the public card.
     * Absent if the public card is not signed or the caller trusts any.
     */
    readonly trust: ((card: CardJson) => Promise<CardJson>) | undefined;
  },
): Promise<CardJson | undefined> {
  const isWanted = options.extendedCard !== false && options.headers !== undefined;
  if (!isWanted || card.capabilities?.extendedAgentCard !== true) return undefined;
  // The SDK translates a card of A2A 0.3, so its signatures do not match the translated text.
  if (trust !== undefined && version.startsWith('0.')) {
    warnings.push(
      'The extended card of A2A 0.3 cannot be verified: the public card is used instead.',
    );
    return undefined;
  }
  const timeout = AbortSignal.timeout(options.cardTimeoutMs ?? 10_000);
  const signal =
    options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    const extended = await fetchExtendedCard({ link, signal, schema: '', taskId: () => undefined });
    await options.verifyCard?.(extended);
    const json = AgentCard.toJSON(extended) as CardJson;
    return trust === undefined ? json : await trust(json);
  } catch (error) {
    const [reason = ''] = toErrorText(error).split('\n');
    warnings.push(
      `The extended card could not be used: ${reason}. The public card is used instead.`,
    );
    return undefined;
  }
}

/**
 * Adds the key `schemas` at the root, which the SDK drops, from the public card, unless the
 * extended card has its schemas in the extension.
 */
function addSchemas(extended: CardJson, { raw }: Pick<FetchedCard, 'raw'>): CardJson {
  const { capabilities } = AgentCard.fromJSON(extended);
  const hasParams = capabilities?.extensions.some(
    ({ uri, params }) => uri === OBJECT_SCHEMAS_EXTENSION_URI && params?.['schemas'] !== undefined,
  );
  return hasParams === true ? extended : { ...extended, schemas: raw['schemas'] };
}

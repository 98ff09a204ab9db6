import type { CardInterface } from '@formwork/core';
import { isLoopbackHost, isPublicAddress } from '@formwork/network';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { CardTexts } from './card-texts.ts';
import type { AnswerHeaders, Door, DoorAnswer, DoorRequest } from './door.ts';
import { createHttpError } from './error-answers.ts';
import { CARD_PATHS, KEYS_PATH, METADATA_PATH } from './open-door.ts';
import { REST_ROUTES } from './rest-routes.ts';
import { isPathOf } from './serve-door.ts';
import { namesProtocolVersion, readProtocolVersion } from './transport.ts';

/** Options of {@link createCardDoor}. */
export interface CardDoorOptions {
  /** The cards as JSON text, which is served as it is. */
  readonly cards: CardTexts;
  /** The time at which the cards last changed, for `Last-Modified`. */
  readonly lastModified: Date;
  /** The time for which callers may use a card without asking again, in seconds. Default 60. */
  readonly maxAgeSeconds?: number;
}

interface Card {
  readonly text: string;
  readonly etag: string;
}

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Makes the door that serves an agent's cards at their well-known paths, with caching. */
export function createCardDoor({
  read,
  isForPages,
  whenReady,
}: {
  /** Returns the cards as they are now; another object after the cards have changed. */
  readonly read: () => CardDoorOptions;
  /** True lets pages of any site read the cards. */
  readonly isForPages: boolean;
  /** Resolves once the cards can be served. Default: at once. */
  readonly whenReady?: () => Promise<unknown>;
}): Door {
  // Throws now for cards that cannot be served, not with the first request.
  const tagged = new TaggedCards(read);

  function answerCard(request: DoorRequest): DoorAnswer {
    const { cards, lastModified, maxAgeSeconds = 60 } = tagged.read();
    const { text, etag } = selectCard(cards, request);
    const modified = lastModified.toUTCString();
    const headers = {
      ETag: etag,
      'Last-Modified': modified,
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
      Vary: 'A2A-Version',
      ...(isForPages && {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'ETag',
      }),
    };
    if (isFresh(request.headers, { etag, modified }))
      return { kind: 'empty', status: 304, headers };
    return { kind: 'text', status: 200, headers, contentType: 'application/json', body: text };
  }

  return {
    routes: CARD_PATHS,
    owns: (path) => CARD_PATHS.some((cardPath) => isPathOf(path, cardPath)),
    async answer(request) {
      await whenReady?.();
      const { method } = request;
      if (method === 'GET' || method === 'HEAD') return answerCard(request);
      if (method !== 'OPTIONS') return refuse(method);
      return { kind: 'empty', status: 204, headers: toPreflightHeaders(isForPages) };
    },
  };
}

/** The cards in all of their forms, each with its ETag. */
type TaggedTexts = { readonly [Form in keyof CardTexts]: Card };

/** The cards of an agent with their ETags, which are computed anew when the cards change. */
class TaggedCards {
  readonly #read: () => CardDoorOptions;
  #options: CardDoorOptions;
  #cards: TaggedTexts;

  constructor(read: () => CardDoorOptions) {
    this.#read = read;
    this.#options = read();
    this.#cards = toTaggedTexts(this.#options.cards);
  }

  /** Reads the cards as they are now. */
  read(): Omit<CardDoorOptions, 'cards'> & { readonly cards: TaggedTexts } {
    const options = this.#read();
    if (options !== this.#options) {
      this.#cards = toTaggedTexts(options.cards);
      this.#options = options;
    }
    return { ...options, cards: this.#cards };
  }
}

function toTaggedTexts({ v1, v03, merged }: CardTexts): TaggedTexts {
  return { v1: toCard(v1), v03: toCard(v03), merged: toCard(merged) };
}

function toCard(text: string): Card {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

function selectCard({ v1, v03, merged }: TaggedTexts, { message }: DoorRequest): Card {
  if (!namesProtocolVersion(message)) return merged;
  return readProtocolVersion(message).startsWith('0.') ? v03 : v1;
}

/**
 * Returns true if the caller of a GET has the card already (RFC 9110 section 13.2.2), and does not
 * ask to have it anew.
 */
function isFresh(
  headers: IncomingHttpHeaders,
  { etag, modified }: { readonly etag: string; readonly modified: string },
): boolean {
  const tags = headers['if-none-match'];
  const since = headers['if-modified-since'];
  const isFromCache = !/(?:^|,)\s*no-cache\s*(?:,|$)/u.test(headers['cache-control'] ?? '');
  if (!isFromCache) return false;
  if (tags !== undefined && tags !== '') {
    return (
      tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag)
    );
  }
  return since !== undefined && Date.parse(modified) <= Date.parse(since);
}

/** Makes the headers of the answer to a CORS preflight, sent before requests with `A2A-Version`. */
function toPreflightHeaders(isForPages: boolean): AnswerHeaders {
  if (!isForPages) return { Allow: ALLOWED_METHODS };
  return {
    Allow: ALLOWED_METHODS,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': 86_400,
  };
}

function refuse(method: string): DoorAnswer {
  const message = `Cannot ${method} a card because cards are read with GET.`;
  return {
    kind: 'text',
    status: 405,
    headers: { Allow: ALLOWED_METHODS },
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(createHttpError(405, 'UNIMPLEMENTED', message)),
    isTaggedByHost: true,
  };
}

/**
 * Lists the interfaces for the card of a server: its own endpoints below the public URL, in order
 * of preference, and then those at other addresses.
 */
export function listCardInterfaces(
  publicUrl: string,
  furtherInterfaces: readonly CardInterface[] = [],
): readonly CardInterface[] {
  const base = publicUrl.replace(/(?<!\/)\/+$/u, '');
  return [
    { url: `${base}${JSON_RPC_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${base}${REST_PATH}`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ...furtherInterfaces,
    { url: `${base}${JSON_RPC_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ];
}

/** The path of the A2A JSON-RPC endpoint, for 1.0 and 0.3. */
export const JSON_RPC_PATH = '/a2a';

/**
 * The path of the A2A REST endpoint, for 1.0 only, because REST of 0.3 has no place for the tag of
 * a part.
 */
export const REST_PATH = '/a2a/rest';

/** The routes of a server for logs; those of REST are in section 11.3 of A2A 1.0. */
export const SERVER_ROUTES: readonly string[] = [
  ...CARD_PATHS,
  KEYS_PATH,
  METADATA_PATH,
  '/healthz',
  '/readyz',
  JSON_RPC_PATH,
  // What follows the id of a task, such as `:cancel`, is a part of its place in a path.
  ...REST_ROUTES.map((path) => REST_PATH + path.replaceAll(/\{(\w+)\}(?::\w+)?/gu, ':$1')),
];

/**
 * Returns true for a public URL that other machines can reach; any page may then read the cards.
 */
export function isPublicUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  const address = host.replace(/^\[|\]$/gu, '');
  return isIP(address) === 0 ? !isLoopbackHost(host) : isPublicAddress(address);
}

import type { CardInterface } from '@formwork/core';
import { isLoopbackHost, isPublicAddress } from '@formwork/network';
import { Router, type Request, type Response } from 'express';
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { CardTexts } from './card-texts.ts';
import { REST_ROUTES } from './rest-routes.ts';
import { namesProtocolVersion, readProtocolVersion } from './transport.ts';

/** Options of {@link createCardRouter}. */
export interface CardRouterOptions {
  /** The cards as JSON text, which is served as it is. */
  readonly cards: CardTexts;
  /** The time at which the cards last changed, for `Last-Modified`. */
  readonly lastModified: Date;
  /** The time for which callers may use a card without asking again, in seconds. Default 60. */
  readonly maxAgeSeconds?: number;
}

interface Card {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The paths where callers look for a card: since A2A 0.3, and before. */
const PATHS = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

/** Returns true for the paths of cards. */
export function isCardPath(path: string): boolean {
  return PATHS.includes(path);
}

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/**
 * Makes the router that serves an agent's cards at their well-known paths, with caching. With
 * `isForPages`, pages of any site may read the cards. `read` returns another object after the cards
 * have changed.
 */
export function createCardRouter(
  read: () => CardRouterOptions,
  { isForPages }: { readonly isForPages: boolean },
): Router {
  let options: CardRouterOptions | undefined;
  let cards = { v1: NO_CARD, v03: NO_CARD, merged: NO_CARD };

  /** Returns the present cards, and computes their ETags again if they have changed. */
  function follow(): CardRouterOptions {
    const now = read();
    if (now !== options) {
      cards = {
        v1: createServedCard(now.cards.v1),
        v03: createServedCard(now.cards.v03),
        merged: createServedCard(now.cards.merged),
      };
    }
    options = now;
    return now;
  }

  // Throws now for cards that cannot be served, not with the first request.
  follow();

  function selectCard(request: Request): Card {
    if (!namesProtocolVersion(request)) return cards.merged;
    return readProtocolVersion(request).startsWith('0.') ? cards.v03 : cards.v1;
  }

  function sendCard(request: Request, response: Response): void {
    const { lastModified, maxAgeSeconds = 60 } = follow();
    const { bytes, etag } = selectCard(request);
    response.setHeader('ETag', etag);
    response.setHeader('Last-Modified', lastModified.toUTCString());
    response.setHeader('Cache-Control', `public, max-age=${maxAgeSeconds}`);
    response.vary('A2A-Version');
    if (isForPages) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Expose-Headers', 'ETag');
    }
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  const router = Router();
  // Serves HEAD too.
  router
    .route(PATHS)
    .get(sendCard)
    .options((_request, response) => answerPreflight(response, isForPages))
    .all(refuse);
  return router;
}

const NO_CARD: Card = { bytes: Buffer.alloc(0), etag: '' };

function createServedCard(json: string): Card {
  const bytes = Buffer.from(json);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** Answers a CORS preflight, which browsers send before requests with `A2A-Version`. */
function answerPreflight(response: Response, isForPages: boolean): void {
  response.setHeader('Allow', ALLOWED_METHODS);
  if (isForPages) allowPages(response);
  response.status(204).end();
}

function allowPages(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
  response.setHeader('Access-Control-Allow-Headers', '*');
  response.setHeader('Access-Control-Max-Age', 86_400);
}

function refuse(request: Request, response: Response): void {
  response.setHeader('Allow', ALLOWED_METHODS);
  response.status(405).json({
    error: {
      code: 405,
      status: 'UNIMPLEMENTED',
      message: `Cannot ${request.method} a card because cards are read with GET.`,
      details: [],
    },
  });
}

/**
 * Lists the interfaces for the card of a server: its own endpoints below the public URL, in order
 * of preference, and then those at other addresses.
 */
export function listCardInterfaces(
  publicUrl: string,
  others: readonly CardInterface[] = [],
): readonly CardInterface[] {
  const base = publicUrl.replace(/(?<!\/)\/+$/u, '');
  return [
    { url: `${base}${JSON_RPC_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${base}${REST_PATH}`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ...others,
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
  ...PATHS,
  '/.well-known/jwks.json',
  '/.well-known/oauth-protected-resource',
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

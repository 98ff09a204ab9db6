import type { ResponseWriter } from '@formwork/server';
import { DATA_HEADERS, PAGE_HEADERS, setHeaders } from '@formwork/server/internal';
import { SLASH_SOURCE } from './slash-script.ts';

/**
 * The Content Security Policy of the page: it allows only scripts, styles and requests of the
 * page's own origin, and the one script that stands in its HTML.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${SLASH_SOURCE}`,
  "style-src 'self'",
  // Pictures may come from data that an agent sent; none are fetched from other origins.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Other origins can load neither the page nor its data. */
const OWN = { 'Cross-Origin-Resource-Policy': 'same-origin' };

/** Sets the HTTP headers for the response with a file of the page. */
export function setPageHeaders(response: Pick<ResponseWriter, 'setHeader'>): void {
  setHeaders(response, { ...PAGE_HEADERS, ...OWN, 'Content-Security-Policy': PAGE_POLICY });
}

/** Sets the HTTP headers for a response of the API, which is not a file. */
export function setApiHeaders(response: Pick<ResponseWriter, 'setHeader'>): void {
  setHeaders(response, { ...DATA_HEADERS, ...OWN });
}

import type { ServerResponse } from 'node:http';
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

const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const PAGE: Readonly<Record<string, string>> = {
  ...COMMON,
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

const API: Readonly<Record<string, string>> = {
  ...COMMON,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/** Sets the HTTP headers for the response with a file of the page. */
export function setPageHeaders(response: ServerResponse): void {
  setAll(response, PAGE);
}

/** Sets the HTTP headers for a response of the API, which is not a file. */
export function setApiHeaders(response: ServerResponse): void {
  setAll(response, API);
}

function setAll(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

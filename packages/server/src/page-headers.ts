import type { ResponseWriter } from './response-writer.ts';

/** The headers of all that pages load: browsers guess no types, and send no addresses along. */
export const LOADED_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** The headers of data for pages, which no browser draws and no cache keeps. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  ...LOADED_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/** The headers of a page beside its own Content Security Policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...LOADED_HEADERS,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/** Sets HTTP headers of an answer. */
export function setHeaders(
  response: Pick<ResponseWriter, 'setHeader'>,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

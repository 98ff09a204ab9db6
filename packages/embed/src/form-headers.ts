import type { ResponseWriter, RequestMessage } from '@formwork/server';
import { DATA_HEADERS, LOADED_HEADERS, PAGE_HEADERS, setHeaders } from '@formwork/server/internal';
import { FormRefusal } from './form-refusal.ts';

/** The origins that may use, or frame, public forms. */
export type Origins = 'any' | readonly string[];

/**
 * Answers whether a page may use the forms, and lets it read the answer (CORS). Cookies and
 * credentials are never allowed.
 *
 * @throws FormRefusal for a page of another origin than the allowed ones
 */
export function admitPage(
  request: RequestMessage,
  response: ResponseWriter,
  allowed: Origins,
): void {
  const { origin, host } = request.headers;
  if (allowed === 'any') {
    response.setHeader('Access-Control-Allow-Origin', '*');
    return;
  }
  response.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  const isOwn = URL.parse(origin)?.host === host?.toLowerCase();
  if (
    !isOwn &&
    !allowed.some((allowedOrigin) => allowedOrigin.toLowerCase() === origin.toLowerCase())
  ) {
    throw new FormRefusal(
      'ORIGIN',
      'This form cannot be used on this page because its owner has not allowed it here.',
    );
  }
  response.setHeader('Access-Control-Allow-Origin', origin);
}

/** Answers the question of a browser which requests a page may send (CORS preflight). */
export function answerPreflight(response: ResponseWriter): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader('Access-Control-Allow-Headers', 'content-type');
  response.setHeader('Access-Control-Max-Age', '600');
  response.writeHead(204).end();
}

/** Sets the headers of answers with data. */
export function setDataHeaders(response: ResponseWriter): void {
  setHeaders(response, DATA_HEADERS);
}

/** Sets the headers of the script; `isNamed` for an address that changes with the content. */
export function setScriptHeaders(response: ResponseWriter, isNamed: boolean): void {
  setHeaders(response, {
    ...LOADED_HEADERS,
    // Pages of every origin may load the script; it is the same for all and holds no secret.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
  });
}

/**
 * Sets the headers of the page of a form. It runs one script, applies no style sheet that the
 * script did not make, and is shown in frames only if `ancestors` says so.
 */
export function setPageHeaders(response: ResponseWriter, ancestors: Origins | undefined): void {
  const frames =
    ancestors === undefined
      ? "'none'"
      : ancestors === 'any'
        ? '*'
        : `'self' ${ancestors.join(' ')}`;
  setHeaders(response, {
    ...PAGE_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      // Pictures may come from data that the agent sent; none are fetched.
      'img-src data: blob:',
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${frames}`,
    ].join('; '),
    'Cache-Control': 'no-cache',
  });
}

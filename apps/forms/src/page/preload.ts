// Sends the first requests of the page while the page itself is still loading. This module imports
// nothing, because imports would have to be loaded first.

/**
 * The path of the server's API, relative to the page, so that it works wherever the server is
 * mounted.
 */
export const API = 'api';

/** A request for the description of an agent that was sent before the page had loaded. */
interface PreloadRequest {
  readonly agent: string;
  readonly answer: Promise<Response>;
}

let config: Promise<Response> | undefined = fetch(`${API}/config`);
let description: Promise<PreloadRequest | undefined> | undefined = begin(config);

// The reader of the response handles its failure.
config.catch(() => undefined);
description.catch(() => undefined);

/**
 * Returns the response with the server's settings and its agents. The first call takes the response
 * that was requested early.
 */
export function fetchConfig(): Promise<Response> {
  const first = config;
  config = undefined;
  return first ?? fetch(`${API}/config`);
}

/**
 * The mark of the person that loaded this page, `''` without a sign-in; `undefined` until it is
 * known, and on a page at which people cannot sign in.
 */
let person: string | undefined;

/** Remembers the person that loaded this page. */
export function setPagePerson(mark: string | undefined): void {
  person = mark;
}

/**
 * Names the person of this page with a request, because another tab may sign in another person.
 */
export function fetchAsPerson(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (person !== undefined) headers.set('x-formwork-person', person);
  return fetch(input, { ...init, headers });
}

/**
 * Takes the response with the description of an agent, if it was requested early and was not taken
 * before; else `undefined`.
 */
export async function takeDescription(agent: string): Promise<Response | undefined> {
  const first = description;
  description = undefined;
  try {
    const request = await first;
    return request?.agent === agent ? await request.answer : undefined;
  } catch {
    // The page requests the description again and shows that failure.
    return undefined;
  }
}

/**
 * Requests the description of the agent that the page will show, without credentials; `undefined`
 * if no agent is chosen.
 */
async function begin(answer: Promise<Response>): Promise<PreloadRequest | undefined> {
  const { mode, agents } = (await (await answer).clone().json()) as {
    readonly mode?: unknown;
    readonly agents?: readonly { readonly url?: unknown }[];
  };
  const named = new URLSearchParams(window.location.hash.slice(1)).get('agent');
  const agent = (mode === 'many' ? named : null) ?? agents?.[0]?.url;
  if (typeof agent !== 'string') return undefined;
  const response = fetch(`${API}/describe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent }),
    cache: 'no-store',
    redirect: 'error',
  });
  response.catch(() => undefined);
  return { agent, answer: response };
}

// Runs before the page itself is there: what it will ask first is asked while it is still loading.
// Stands alone, as whatever it needs would have to be loaded first.

/**
 * The path of the server's API, relative to the page, so that it works wherever the server is
 * mounted.
 */
export const API = 'api';

/** A response that was requested before the page had loaded, with the agent that it is about. */
interface Asked {
  readonly agent: string;
  readonly answer: Promise<Response>;
}

let config: Promise<Response> | undefined = fetch(`${API}/config`);
let description: Promise<Asked | undefined> | undefined = begin(config);

// A failure is handled by the reader of the response.
config.catch(() => undefined);
description.catch(() => undefined);

/**
 * The response with the server's settings and its agents; the first call gets the one that was
 * requested early.
 */
export function fetchConfig(): Promise<Response> {
  const first = config;
  config = undefined;
  return first ?? fetch(`${API}/config`);
}

/**
 * The response that describes an agent, if it was requested early and not taken yet; else
 * `undefined`.
 */
export async function takeDescription(agent: string): Promise<Response | undefined> {
  const first = description;
  description = undefined;
  try {
    const asked = await first;
    return asked?.agent === agent ? await asked.answer : undefined;
  } catch {
    // The page asks again, and shows the failure then.
    return undefined;
  }
}

/** Requests the description of the agent that the page will show, without credentials. */
async function begin(answer: Promise<Response>): Promise<Asked | undefined> {
  const { mode, agents } = (await (await answer).clone().json()) as {
    readonly mode?: unknown;
    readonly agents?: readonly { readonly url?: unknown }[];
  };
  const named = new URLSearchParams(window.location.hash.slice(1)).get('agent');
  const agent = (mode === 'many' ? named : null) ?? agents?.[0]?.url;
  if (typeof agent !== 'string') return undefined;
  const asked = fetch(`${API}/describe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent }),
    cache: 'no-store',
    redirect: 'error',
  });
  asked.catch(() => undefined);
  return { agent, answer: asked };
}

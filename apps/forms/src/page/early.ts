// Runs before the page itself is there: what it will ask first is asked while it is still loading.
// Stands alone, as whatever it needs would have to be loaded first.

/** Where the server of this page answers, wherever it is mounted. */
export const API = 'api';

/** The answer to an early request, for its first reader. */
interface Asked {
  readonly agent: string;
  readonly answer: Promise<Response>;
}

let config: Promise<Response> | undefined = fetch(`${API}/config`);
let description: Promise<Asked | undefined> | undefined = begin(config);

// Whoever takes them sees to what went wrong.
config.catch(() => undefined);
description.catch(() => undefined);

/** The answer that says which agents there are: the first was asked for early. */
export function fetchConfig(): Promise<Response> {
  const first = config;
  config = undefined;
  return first ?? fetch(`${API}/config`);
}

/** The answer that describes an agent, if it was asked for early and nobody has it yet. */
export async function takeDescription(agent: string): Promise<Response | undefined> {
  const first = description;
  description = undefined;
  try {
    const asked = await first;
    return asked?.agent === agent ? await asked.answer : undefined;
  } catch {
    // It is asked again, and what goes wrong then is told.
    return undefined;
  }
}

/** Asks the agent that the page will show what it is, without saying who asks. */
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

/**
 * Makes a `fetch` that sends requests for an agent's public URL to the server of this process
 * instead, because the public address may work only from outside this machine, or lead to another
 * replica.
 *
 * @param url returns the URL at which this process serves the agent
 *
 * @example
 * ```ts
 * import { createLocalFetch } from '@formwork/network';
 *
 * const fetch = createLocalFetch('https://agents.example.com', () => 'http://127.0.0.1:4100');
 * await fetch('https://agents.example.com/a2a'); // asks http://127.0.0.1:4100/a2a
 * ```
 */
export function createLocalFetch(publicUrl: string, url: () => string): typeof fetch {
  const { origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/$/u, '');
  const toLocal = (address: string): string => {
    const target = new URL(address);
    // Compares origins, because another address may begin with the same characters.
    const isHere =
      target.origin === origin &&
      (target.pathname === base || target.pathname.startsWith(`${base}/`));
    return isHere ? `${url()}${target.pathname.slice(base.length)}${target.search}` : address;
  };
  return async (input, init) =>
    input instanceof Request
      ? fetch(new Request(toLocal(input.url), input), init)
      : fetch(toLocal(String(input)), init);
}

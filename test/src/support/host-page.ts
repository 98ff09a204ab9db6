import { readElementFile } from '@formwork/embed';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site that shows a form of an agent, at another origin than the agent. */
export interface HostSite {
  /** The address of a page whose path nobody else should learn. */
  readonly url: string;
  readonly origin: string;
  /** The paths that browsers have asked this site for. */
  readonly asked: readonly string[];
  readonly close: () => void;
}

/** Options of {@link serveHost}: the page, and the strictest policy under which it works. */
interface HostOptions {
  /** The content of the body. */
  readonly body: string;
  /** The address of the agent, from which the script comes. */
  readonly agent: string;
  /** Further agents whose forms stand on the page. Default: none. */
  readonly others?: readonly string[];
  /** A style sheet of the site itself. Default: none, and the policy allows no style. */
  readonly css?: string;
  /** True for a site that allows frames of the agent instead of its script. Default false. */
  readonly isFramed?: boolean;
}

/** Serves a page of another site under the strictest policy that its form needs. */
export async function serveHost({
  body,
  agent,
  others = [],
  css,
  isFramed = false,
}: HostOptions): Promise<HostSite> {
  const { name, integrity } = readElementFile();
  const script = `<script src="${agent}/forms/${name}" integrity="${integrity}" crossorigin="anonymous" defer></script>`;
  const policy = [
    "default-src 'none'",
    ...(isFramed
      ? [`frame-src ${agent}`]
      : [`script-src '${integrity}'`, `connect-src ${[agent, ...others].join(' ')}`]),
    `style-src ${css === undefined ? "'none'" : "'self'"}`,
    // What a hostile style sheet would load is let through, so that the test would see it.
    "img-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const link = css === undefined ? '' : '<link rel="stylesheet" href="/host.css">';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>${link}${isFramed ? '' : script}</head><body><main><h1>Host</h1>${body}</main></body></html>`;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    asked.push(url);
    const isStyle = url === '/host.css';
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', isStyle ? 'text/css' : 'text/html; charset=utf-8');
    response.end(isStyle ? css : html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // Another name than the agent's makes it another site, not only another origin.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/private/place?token=hidden`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

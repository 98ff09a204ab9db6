/** The header lines by which a browser says which page sends a request. */
export interface OriginAttack {
  readonly name: string;
  /** The header lines. `PORT` stands for the server's port, `OWN` for its origin. */
  readonly lines: readonly string[];
  /** True for pages of this machine, which the MCP endpoint serves. Default false. */
  readonly isLocal?: boolean;
}

const toOrigin = (origin: string): OriginAttack => ({
  name: `Origin: ${origin}`,
  lines: [`Origin: ${origin}`],
});

const STRANGERS = [
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'http://evil.example:PORT',
  'null',
  'NULL',
  'Null',
  '',
  'file://',
  'file:///etc/passwd',
  'data:text/html,x',
  'about:blank',
  'about:srcdoc',
  'javascript:alert(1)',
  'blob:OWN/0-0-0',
  'blob:null/0-0-0',
  'chrome-extension://abcdefghijklmnop',
  'moz-extension://00000000-0000-0000-0000-000000000000',
  'vscode-webview://x',
  'http://localhost.evil.example',
  'http://localhost.evil.example:PORT',
  'http://localhost-evil.example',
  'http://evil.example.',
  'http://127.0.0.1.evil.example:PORT',
  'http://127.0.0.1:PORT.evil.example',
  'http://127.0.0.1:PORT@evil.example',
  'http://127.0.0.1:PORT%40evil.example',
  'http://evil.example#OWN',
  'http://evil.example?OWN',
  'http://evil.example/OWN',
  'http://evil.example\\@127.0.0.1:PORT',
  'OWN https://evil.example',
  'OWN, https://evil.example',
  'https://evil.example, OWN',
  'http://x127.0.0.1:PORT',
  'http://127.0.0.1x:PORT',
  'http://10.0.0.1:PORT',
  'http://0.0.0.0:PORT',
  'http://[::ffff:10.0.0.1]:PORT',
  'http://xn--lcalhost-7fg.example:PORT',
  'http://l\u00f6calhost:PORT',
  'localhost.evil.example',
  '//evil.example',
  'undefined',
  '*',
  'x'.repeat(2_000),
].map(toOrigin);

const OTHER_LOCAL_PAGES: readonly OriginAttack[] = [
  'http://127.0.0.1:1',
  'http://localhost:PORT',
  'http://[::1]:PORT',
  'http://localhost',
  'capacitor://localhost',
  'ionic://localhost',
].map((origin) => ({ ...toOrigin(origin), isLocal: true }));

const MODES = ['cors', 'no-cors', 'navigate', 'websocket', 'same-origin'];
const DESTINATIONS = ['empty', 'script', 'image', 'iframe', 'document', 'worker', 'serviceworker'];

const METADATA: readonly OriginAttack[] = [
  ...['cross-site', 'same-site', 'CROSS-SITE', '', 'same-origin, cross-site', 'x'].map((site) => ({
    name: `Sec-Fetch-Site: ${site}`,
    lines: [`Sec-Fetch-Site: ${site}`],
  })),
  ...MODES.map((mode) => ({
    name: `cross-site by ${mode}`,
    lines: ['Sec-Fetch-Site: cross-site', `Sec-Fetch-Mode: ${mode}`],
  })),
  ...DESTINATIONS.map((destination) => ({
    name: `cross-site for ${destination}`,
    lines: ['Sec-Fetch-Site: cross-site', `Sec-Fetch-Dest: ${destination}`],
  })),
  {
    name: 'same-site with a stranger',
    lines: ['Sec-Fetch-Site: same-site', 'Origin: https://evil.example'],
  },
  {
    name: 'cross-site with our origin',
    lines: ['Sec-Fetch-Site: cross-site', 'Origin: OWN'],
    isLocal: true,
  },
  { name: 'two origins', lines: ['Origin: OWN', 'Origin: https://evil.example'] },
  { name: 'two origins, ours last', lines: ['Origin: https://evil.example', 'Origin: OWN'] },
  {
    name: 'two sites',
    lines: ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'],
  },
  {
    name: 'a referrer of ours',
    lines: ['Origin: https://evil.example', 'Referer: OWN/'],
  },
];

/**
 * Requests from pages that are not the server's own; every HTTP endpoint but the agent card answers
 * 403.
 */
export const ORIGIN_ATTACKS: readonly OriginAttack[] = [
  ...STRANGERS,
  ...OTHER_LOCAL_PAGES,
  ...METADATA,
];

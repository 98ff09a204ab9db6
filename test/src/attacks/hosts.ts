/** A request with a host name that is not the server's, as header lines. */
export interface HostAttack {
  readonly name: string;
  readonly lines: readonly string[];
  /** The scheme and host that stand before the path in the request line. Default: nothing. */
  readonly origin?: string;
}

const toHost = (host: string): HostAttack => ({ name: `Host: ${host}`, lines: [`Host: ${host}`] });

/**
 * Names of strangers' hosts, among them every spelling that some parser takes for a name of this
 * machine.
 */
const NAMES = [
  'evil.example',
  'EVIL.EXAMPLE',
  'evil.example.',
  'evil.example:80',
  'evil.example:443',
  'localhost.evil.example',
  'localhost.evil.example.',
  'evil.example.localhost.evil.example',
  'localhost-evil.example',
  'localhostevil',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '127-0-0-1.sslip.io',
  'localtest.me',
  'xn--lcalhost-7fg.example',
  'l\u00f6calhost',
  '\u00ff\u00fe',
  'localhost%2eevil.example',
  'evil%2eexample',
  '%6cocalhost.evil.example',
  'localhost%00.evil.example',
  'localhost%20.evil.example',
  'localhost%23.evil.example',
  'localhost@evil.example',
  'localhost:80@evil.example',
  'user:localhost@evil.example',
  'evil.example#localhost',
  'evil.example?localhost',
  'evil.example/localhost',
  'evil.example\\localhost',
  'localhost/../evil.example',
  'localhost#@evil.example',
  'localhost, evil.example',
  'localhost evil.example',
  'localhost;evil.example',
  'localhost:4100, evil.example',
  'localhost:99999',
  'localhost:x',
  'localhost:-1',
  'localhost:80:80',
  ':80',
  '.',
  '..',
  '[::1',
  '::1]',
  '[::1].evil.example',
  '[::ffff:10.0.0.1]',
  '[fe80::1]',
  '[::1%25eth0]',
  '10.0.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '0',
  '8.8.8.8',
  '3232235521',
  '0xc0a80001',
  '0300.0250.0.1',
  'metadata.google.internal',
  'host.docker.internal',
  'kubernetes.default.svc',
  'null',
  'undefined',
  '*',
  '"localhost"',
  'http://localhost',
  'x'.repeat(300),
].map(toHost);

const LINES: readonly HostAttack[] = [
  { name: 'no host', lines: [] },
  { name: 'an empty host', lines: ['Host: '] },
  { name: 'two hosts', lines: ['Host: localhost', 'Host: evil.example'] },
  { name: 'two hosts, ours last', lines: ['Host: evil.example', 'Host: localhost'] },
  { name: 'the same host twice', lines: ['Host: localhost', 'Host: localhost'] },
  { name: 'two hosts in two cases', lines: ['Host: localhost', 'hOST: evil.example'] },
  { name: 'a host in two lines', lines: ['Host: localhost', ' evil.example'] },
  { name: 'a space before the colon', lines: ['Host : localhost', 'Host: evil.example'] },
  { name: 'a zero byte', lines: ['Host: localhost\u0000.evil.example'] },
  { name: 'a tab', lines: ['Host: localhost\t.evil.example'] },
  ...[
    'X-Forwarded-Host: localhost',
    'Forwarded: host=localhost',
    'X-Host: localhost',
    'X-Original-Host: localhost',
    'X-HTTP-Host-Override: localhost',
    'X-Forwarded-Server: localhost',
    'X-Original-URL: http://localhost/a2a',
    'X-Rewrite-URL: http://localhost/a2a',
    'X-Forwarded-For: 127.0.0.1',
    'X-Real-IP: 127.0.0.1',
    'Via: 1.1 localhost',
    'Origin: http://evil.example',
    'Sec-Fetch-Site: same-origin',
  ].map((line) => ({ name: `a stranger with ${line}`, lines: ['Host: evil.example', line] })),
];

const TARGETS: readonly HostAttack[] = [
  'http://evil.example',
  'https://evil.example',
  'HTTP://EVIL.EXAMPLE',
  'http://evil.example:80',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'http://localhost:80@evil.example',
  'http://10.0.0.1',
  'http://[::ffff:10.0.0.1]',
  'http://%65vil.example',
  'ws://evil.example',
  'evil://evil.example',
].map((origin) => ({ name: `the address ${origin}`, lines: ['Host: localhost'], origin }));

/**
 * Requests with host names that are not the server's (DNS rebinding); every HTTP endpoint answers
 * 400 or 421.
 */
export const HOST_ATTACKS: readonly HostAttack[] = [...NAMES, ...LINES, ...TARGETS];

const FILES = ['etc/passwd', 'package.json', 'src/index.ts'];

/** Spellings of `../` that some server has once followed out of its folder. */
const WAYS_UP = [
  '../../../../../../',
  '..%2f..%2f..%2f..%2f..%2f..%2f',
  '%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/',
  '%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f',
  '%252e%252e%252f%252e%252e%252f',
  '..%252f..%252f..%252f',
  '..%5c..%5c..%5c..%5c',
  '..\\..\\..\\..\\',
  '....//....//....//',
  '..;/..;/..;/',
  '..%00/..%00/',
  '..%c0%af..%c0%af..%c0%af',
  '..%ef%bc%8f..%ef%bc%8f',
  '.%2e/.%2e/.%2e/',
  './/../../..//',
  '//..//..//..//',
];

const PLACES = ['/forms/assets/', '/forms/'];

const WAYS = PLACES.flatMap((place) =>
  WAYS_UP.map((way, at) => `${place}${way}${FILES[at % FILES.length] ?? ''}`),
);

/**
 * Paths that must lead to no file outside a page's folder, to no endpoint without its checks, and
 * to no other site.
 */
export const TARGET_ATTACKS: readonly string[] = [
  ...WAYS,
  '/forms/assets',
  '/forms/assets/',
  '/forms/assets/.',
  '/forms/assets/%00',
  '/forms/assets/%',
  '/forms/assets/__proto__',
  '/forms/assets/constructor',
  '/forms/.env',
  '/forms/.git/config',
  '/.env',
  '/.git/config',
  '/.well-known/../../etc/passwd',
  '/.well-known/%2e%2e/%2e%2e/etc/passwd',
  '/.well-known/agent-card.json/../../../etc/passwd',
  '/sessions-api/sessions/..%2f..%2fa2a',
  '/sessions-api/sessions/%2e%2e/messages',
  '/sessions-api/sessions/__proto__',
  '/sessions-api/sessions/constructor/messages',
  '/a2a/rest/tasks/__proto__',
  '/a2a/rest/tasks/..%2f..%2fetc%2fpasswd',
  '/a2a/rest/tasks/%00',
  '/mcp/../forms',
  '//evil.example/forms',
  '//evil.example//',
  '/\\evil.example/forms',
  '/%5cevil.example/..',
  '//evil.example/%2e%2e',
  '/forms//evil.example',
  '/server-status',
  '/actuator/env',
  '/debug/pprof',
  '/metrics/../a2a',
];

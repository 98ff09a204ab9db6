import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { expect, test } from 'vitest';
import { isLegacyCard } from './legacy-card.ts';

const resolver = new DefaultAgentCardResolver({ legacyCompat: { enabled: true } });
const door = { url: 'http://a/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
const lists = { defaultInputModes: [], defaultOutputModes: [], skills: [], capabilities: {} };

test.each<[boolean, object]>([
  [true, { url: 'http://a/' }],
  [true, { url: 'http://a/', preferredTransport: 'JSONRPC', supportedInterfaces: [] }],
  [true, { additionalInterfaces: [] }],
  [true, { supportsAuthenticatedExtendedCard: false }],
  ...['', ' ', '0.3', '0.3.0', '0.9', '0.10', ' 0.3.1'].map(
    (protocolVersion): [boolean, object] => [true, { protocolVersion }],
  ),
  ...['1.0', '1', '0.2', '0.2.9', '0', 'v0.3', '10.3'].map((protocolVersion): [boolean, object] => [
    false,
    { protocolVersion },
  ]),
  [false, { supportedInterfaces: [door], url: 'http://a/', protocolVersion: '0.3' }],
  [false, { supportedInterfaces: [], url: 'http://a/' }],
  [false, {}],
])('isLegacyCard() is %s for %j, as the SDK decides', (isLegacy, fields) => {
  const raw = { name: 'a', ...lists, ...fields };
  expect(isLegacyCard(raw)).toBe(isLegacy);
  // The SDK returns a card as it came unless it translates it.
  expect(resolver.normalizeAgentCard(raw) !== (raw as unknown)).toBe(isLegacy);
});

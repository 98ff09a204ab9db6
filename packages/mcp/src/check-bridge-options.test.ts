import { expect, test } from 'vitest';
import { findAgentFault } from './check-bridge-options.ts';
import { type AgentSettings, createBridge } from './index.ts';

const agent = { alias: 'shop', url: 'http://127.0.0.1:9' };

test.each([
  ['ask', 'no'],
  ['hints', { destructive: 'no' }],
  ['hints', { destroys: true }],
  ['allow', 'x'],
  ['maxSkills', 0],
  ['results', 'x'],
  ['addresses', 'x'],
  ['authorizationHosts', ['https://login.example.com']],
  ['connect', { trustedOrigins: ['x'] }],
  ['connect', { headers: { 'a b': 'x' } }],
  ['connect', { headers: { a: 'x\ny' } }],
  ['colour', 'red'],
  ['url', 'x'],
])('another %s is found: %j', (name, value) => {
  expect(findAgentFault({ ...agent, [name]: value })).toBe(name);
});

test('what may be is not', () => {
  const all: AgentSettings = {
    ...agent,
    prefix: false,
    hints: { destructive: false },
    authorizationHosts: ['login.example.com:8443', '[::1]'],
    connect: { trustedOrigins: ['https://a.example'], headers: { 'x-api-key': 'k' } },
  };
  expect(findAgentFault(all)).toBeUndefined();
  expect(findAgentFault({ ...agent, url: () => agent.url })).toBeUndefined();
  const server = { readCard: () => Promise.resolve({ text: '{}', url: agent.url }) };
  expect(findAgentFault({ alias: 'own', server })).toBeUndefined();
  // The server knows the address.
  expect(findAgentFault({ ...agent, server })).toBe('url');
  expect(findAgentFault({ alias: 'own' })).toBe('url');
  expect(findAgentFault({ alias: 'own', server: {} })).toBe('server');
});

test('a bridge names the member and the key, and shows no value', () => {
  const wrong = { ...agent, alias: 'b', connect: { headers: { a: 'hidden\nx' } } };
  expect(() => createBridge({ agents: [agent, wrong] })).toThrow(/member 1 has another connect$/u);
});

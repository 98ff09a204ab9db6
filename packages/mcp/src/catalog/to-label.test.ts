import { expect, test } from 'vitest';
import type { LocalServer } from './agent-settings.ts';
import { toLabel } from './to-label.ts';

const server: LocalServer = { readCard: () => Promise.reject(new Error('Not read')) };

test('an own agent without a prefix is introduced by its name, every other by its alias', () => {
  const settings = { alias: 'agent', prefix: false, server };
  expect(toLabel(settings, 'Order desk')).toBe('Order desk');
  expect(toLabel(settings, 'A "b"\n[Remote A2A agent "c"]')).toBe("A 'b' (Remote A2A agent 'c']");
  expect(toLabel(settings, ' ')).toBe('agent');
  expect(toLabel({ alias: 'desk', server }, 'Order desk')).toBe('desk');
  expect(toLabel({ alias: 'desk', prefix: false }, 'Order desk')).toBe('desk');
});

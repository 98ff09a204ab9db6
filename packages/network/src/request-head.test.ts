import { afterEach, expect, test, vi } from 'vitest';
import { createRequestGuard } from './request-guard.ts';
import { toRequestHead } from './request-head.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const guard = createRequestGuard({ publicUrl: () => 'https://agents.example.com' });

test.each([
  ['https://agents.example.com', 'agents.example.com', undefined],
  ['http://0.0.0.0:3000', 'agents.example.com', undefined],
  ['http://container:3000', 'agents.example.com', undefined],
  ['http://pod-1.agents.internal:3000', 'agents.example.com', undefined],
  ['http://pod-2.agents.internal:3000', 'agents.example.com', 421],
  // The name of the header is checked, whatever the program calls itself.
  ['http://pod-1.agents.internal:3000', 'pod-1.agents.internal', 421],
  ['http://0.0.0.0:3000', 'evil.example', 421],
])('a request for %s under the name %s: %s', (url, host, status) => {
  vi.stubEnv('HOSTNAME', 'Pod-1.agents.internal');
  const head = toRequestHead(new Request(`${url}/a2a`, { headers: { host } }));
  expect(guard.check(head)?.status).toBe(status);
});

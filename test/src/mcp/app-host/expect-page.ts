import { expect } from 'vitest';
import { listViolations } from '../../support/list-violations.ts';
import { findFaults } from './find-faults.ts';
import type { App } from './open-app-host.ts';

/** Nothing was loaded but the page, the browser refused nothing, and all that was said is MCP Apps. */
export function expectQuiet({ requests, faults, said }: App): void {
  expect(requests).toEqual(['/', '/view']);
  expect(faults).toEqual([]);
  for (const message of said) expect(findFaults(message)).toEqual([]);
}

/** Page and host together. */
export async function expectAccessible({ page }: App): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
}

/** The host makes the call without asking the person itself. */
export async function beginCall(app: App, tool: string): Promise<void> {
  const args = { tool, arguments: {} };
  const result = await app.client.callTool({ name: 'a2a_submit', arguments: args });
  await app.notify('ui/notifications/tool-input', { arguments: {} });
  await app.notify('ui/notifications/tool-result', result);
}

import { expect } from 'vitest';
import { listViolations } from '../../support/list-violations.ts';
import { findFaults } from './find-faults.ts';
import type { App } from './open-app-host.ts';

/**
 * Expects that the browser loaded only the two pages and refused nothing, and that all messages of
 * the view are valid in MCP Apps.
 */
export function expectQuiet({ requests, faults, said }: App): void {
  expect(requests).toEqual(['/', '/view']);
  expect(faults).toEqual([]);
  for (const message of said) expect(findFaults(message)).toEqual([]);
}

/** Expects no accessibility faults in the view and in the host's page around it. */
export async function expectAccessible({ page }: App): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
}

/**
 * Starts the call of a tool through `a2a_submit`, as a host does that cannot ask a person, and
 * shows its result in the view.
 */
export async function beginCall(app: App, tool: string): Promise<void> {
  const args = { tool, arguments: {} };
  const result = await app.client.callTool({ name: 'a2a_submit', arguments: args });
  await app.notify('ui/notifications/tool-input', { arguments: {} });
  await app.notify('ui/notifications/tool-result', result);
}

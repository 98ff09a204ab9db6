import { createFormsRouter, type FormsRouter } from '@formwork/forms';
import type { ServeSettings } from './serve-settings.ts';

/** Forms for an agent that is served here. `url` gives where it listens, once it does. */
export function createAgentForms({ publicUrl }: ServeSettings, url: () => string): FormsRouter {
  return createFormsRouter({
    mode: 'one',
    agentUrl: () => publicUrl ?? url(),
    // The public address may lead here only from elsewhere.
    localUrl: url,
    ...(publicUrl !== undefined && { allowedHosts: [new URL(publicUrl).hostname] }),
  });
}

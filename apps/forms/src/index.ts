// Everything named here is public; nothing else is.
export type { FormsConfig } from './server/agents/agent-directory.ts';
export { createFormsAdapter, type FormsAdapterOptions } from './server/create-forms-adapter.ts';
export { createFormsRouter, type FormsRouter } from './server/create-forms-router.ts';
export { createFormsServer, type FormsServer } from './server/create-forms-server.ts';
export type {
  AllowedAddresses,
  FormsLimits,
  FormsOptions,
  ListedAgent,
  ManyAgentsForms,
  OneAgentForms,
} from './server/forms-options.ts';

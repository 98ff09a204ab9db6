// For packages of this workspace only: these names may change with any version.
export { RefusedError } from './server/errors/refused-error.ts';
export { findWaitSeconds, toGatewayError } from './server/errors/to-gateway-error.ts';
export type { FormsSignIn } from './server/forms-options.ts';
export { createPageApi, type PageRoute, SIGN_IN_PATHS } from './server/page-api.ts';
export { PageExchange } from './server/page-exchange.ts';
export { createPageStep, toPageFolder } from './server/page-files.ts';
export { createPageSessions, type PageSessions } from './server/page-sessions.ts';
export { createSignInRoutes } from './server/page-sign-in.ts';
export { setPageHeaders } from './server/security-headers.ts';

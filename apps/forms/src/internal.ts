// For packages of this workspace only: these names may change with any version.
export { checkRequest } from './server/create-gateway-router.ts';
export { RefusedError } from './server/errors/refused-error.ts';
export { findWaitSeconds, toGatewayError } from './server/errors/to-gateway-error.ts';
export type { FormsSignIn } from './server/forms-options.ts';
export { createPageRouter } from './server/page-files.ts';
export { createPageSessions, type PageSessions } from './server/page-sessions.ts';
export { createSignInRouter, SIGN_IN_PATHS } from './server/page-sign-in.ts';
export { setApiHeaders, setPageHeaders } from './server/security-headers.ts';

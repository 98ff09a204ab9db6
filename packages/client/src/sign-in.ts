// Everything named here is public; nothing else is.
export { findSignIn, type AgentSignIn, type FindSignInOptions } from './sign-in/agent-sign-in.ts';
export {
  beginSignIn,
  createClientCredentials,
  finishSignIn,
  signInByDevice,
  type ClientCredentialsOptions,
  type CodeArrival,
  type CodeSignIn,
  type CodeSignInOptions,
  type DeviceSignInOptions,
} from './sign-in/grants.ts';
export type { ProviderOptions } from './sign-in/tokens.ts';
export {
  createTokenHeaders,
  isFresh,
  refreshTokens,
  type RefreshOptions,
  type TokenHeaders,
  type TokenHeadersOptions,
  type TokenRequest,
  type Tokens,
} from './sign-in/tokens.ts';
export { SignInError } from './errors.ts';

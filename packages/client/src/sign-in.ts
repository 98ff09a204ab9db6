// Everything named here is public; nothing else is.
export { findSignIn, type AgentSignIn, type FindSignInOptions } from './sign-in/agent-sign-in.ts';
export {
  createClientCredentials,
  type ClientCredentialsOptions,
} from './sign-in/client-credentials.ts';
export { beginSignIn, type CodeSignIn, type CodeSignInOptions } from './sign-in/code-flow.ts';
export { signInByDevice, type DeviceSignInOptions } from './sign-in/device-flow.ts';
export type { ProviderOptions } from './sign-in/provider.ts';
export {
  createTokenHeaders,
  isFresh,
  refreshTokens,
  type TokenHeaders,
  type TokenHeadersOptions,
  type TokenRequest,
  type Tokens,
} from './sign-in/tokens.ts';
export { SignInError } from './errors.ts';

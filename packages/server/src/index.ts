// Everything named here is public; nothing else is.
export type { AgentRouterOptions, MountedAgentOptions } from './agent-router-options.ts';
export type { AuditEvent, AuditListener, OperatorEvent } from './audit.ts';
export { createApiKeyAuthentication, type ApiKeyAuthenticationOptions } from './api-key.ts';
export { combineAuthentications } from './authentication.ts';
export { createBearerAuthentication, type BearerAuthenticationOptions } from './bearer-token.ts';
export {
  createCertificateAuthentication,
  type CertificateAuthenticationOptions,
} from './client-certificate.ts';
export type { Authenticate, CallerCertificate } from './credential.ts';
export {
  createJwtAuthentication,
  createOAuthAuthentication,
  createOpenIdAuthentication,
  type JwtAuthenticationOptions,
  type OAuthAuthenticationOptions,
  type OpenIdAuthenticationOptions,
  type TokenClaims,
} from './jwt.ts';
export type { CallerLimits } from './caller-limits.ts';
export type { KnownCaller } from './recent-callers.ts';
export type { Caller, CallerIdentification, Identify } from './caller.ts';
export {
  createAgentHandler,
  type AgentHandler,
  type AgentHandlerOptions,
} from './create-agent-handler.ts';
export { createAgentRouter, type AgentRouter } from './create-agent-router.ts';
export { createServer, type AgentServer } from './create-server.ts';
export type { ListenOptions, ListenResult, ServerOptions } from './server-options.ts';
export type { Exchange, Step } from './exchange.ts';
export type { GrpcDoor } from './grpc-door.ts';
export type { GuardOptions } from './guard.ts';
export type { LogEntry } from './log-ring.ts';
export type { OperatorView } from './operator-view.ts';
export type { ProtocolAdapter, AdapterDoors, AdapterHost } from './protocol-adapter.ts';
export type { ResponseWriter } from './response-writer.ts';
export type { FetchContext, RequestHead, RequestSocket } from '@formwork/network';
export type { RequestMessage } from './request-message.ts';
export type {
  CreateRequestCounter,
  RequestCounter,
  RequestCounterSettings,
} from './request-rate.ts';
export type { ServedCard } from './served-cards.ts';
export type { SignCardOptions } from './signed-cards.ts';
export { refuseUnreadVariables, type UnreadVariablesOptions } from './unread-variables.ts';
export type { StreamLimits } from './write-event-stream.ts';
export { ListenError, UnauthenticatedError, type ListenAddress } from './errors.ts';
export type { ServerTls } from './web-server.ts';

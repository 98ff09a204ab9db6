import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, errors, Provider } from 'oidc-provider';

/** An OpenID provider (the npm package `oidc-provider`) on this machine. */
export interface TestProvider {
  readonly issuer: string;
  /** The audience of the tokens, which is the URL of the agent that they are for. */
  readonly audience: string;
  /** Returns the number of requests for tokens so far. */
  tokenRequests(): number;
  /** Gets a token for a program with the given scopes (client credentials). */
  getToken(scope?: string, clientId?: string): Promise<string>;
  /** Ends all sign-ins, so that no token is renewed, or lets people sign in again. */
  endSignIns(areOver: boolean): void;
  readonly close: () => Promise<void>;
}

/** The audience of the provider's tokens. */
export const AUDIENCE = 'https://agents.example.com';

export const SECRET = 'a secret of the test that is long enough';

const SCOPES = 'pairs:read pairs:write operate offline_access';

/** Options of {@link startProvider}. */
export interface ProviderSettings {
  /** The life of access tokens, in seconds. Default 600. */
  readonly tokenSeconds?: number;
}

/**
 * Starts an OpenID provider with three clients: the programs `robot` and `other`, and `terminal`, a
 * program that people use. Whoever signs in under the name `guest` does not get the scope `operate`.
 */
export async function startProvider({
  tokenSeconds = 600,
}: ProviderSettings = {}): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, createConfiguration(tokenSeconds));
  const handle = provider.callback();
  let tokenRequests = 0;
  let areOver = false;
  server.on('request', (request, response) => {
    if (request.url === '/token') tokenRequests += 1;
    if (request.url === '/token' && areOver) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":"invalid_grant"}');
      return;
    }
    void handle(request, response);
  });
  return {
    issuer,
    audience: AUDIENCE,
    tokenRequests: () => tokenRequests,
    async getToken(scope = '', clientId = 'robot') {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(SECRET)}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource: AUDIENCE }),
      });
      const answer: unknown = await response.json();
      if (!isToken(answer)) throw new Error(`No token: ${JSON.stringify(answer)}`);
      return answer.access_token;
    },
    endSignIns(are) {
      areOver = are;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isToken(value: unknown): value is { readonly access_token: string } {
  return typeof value === 'object' && value !== null && 'access_token' in value;
}

function createConfiguration(tokenSeconds: number): Configuration {
  const program = {
    client_secret: SECRET,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  };
  return {
    clients: [
      { ...program, client_id: 'robot' },
      { ...program, client_id: 'other' },
      {
        client_id: 'page',
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [
          'http://127.0.0.1/api/sign-in/callback',
          'http://127.0.0.1/console/api/sign-in/callback',
        ],
        response_types: ['code'],
      },
      {
        client_id: 'terminal',
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        grant_types: [
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
        redirect_uris: ['http://127.0.0.1/callback'],
        response_types: ['code'],
      },
    ],
    scopes: ['openid', ...SCOPES.split(' ')],
    features: {
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo(_context, resource) {
          const isKnown = resource === AUDIENCE || new URL(resource).hostname === '127.0.0.1';
          if (!isKnown) throw new errors.InvalidTarget();
          return {
            scope: SCOPES,
            audience: resource,
            accessTokenFormat: 'jwt',
            accessTokenTTL: tokenSeconds,
          };
        },
      },
    },
    formats: {
      customizers: {
        jwt(_context, token, { payload }) {
          const { scope } = payload;
          const isGuest = 'accountId' in token && token.accountId === 'guest';
          if (isGuest && typeof scope === 'string') {
            payload['scope'] = scope.replace('operate', '').trim();
          }
        },
      },
    },
    // Every sign-in must use PKCE (RFC 7636).
    pkce: { required: () => true },
  };
}

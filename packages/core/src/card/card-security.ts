/** The members that every kind of security scheme has. */
interface NamedScheme {
  /** The key of the security scheme in the card. */
  readonly name: string;
  /** A description of the security scheme for people. */
  readonly description?: string;
}

/** The endpoints of an OAuth 2 server, and the scopes that it grants with a sentence about each. */
interface OAuthFlow {
  readonly tokenUrl: string;
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** The OAuth 2 flows by which callers get a token, as the card names them; at least one. */
export interface OAuthFlows {
  /** The flow for people with a browser (authorization code); always with PKCE. */
  readonly authorizationCode?: OAuthFlow & { readonly authorizationUrl: string };
  /** The flow for programs that act for themselves (client credentials). */
  readonly clientCredentials?: OAuthFlow;
  /**
   * The flow for people at a terminal (device code, RFC 8628). A2A 1.0 only: a card of 0.3 has no
   * place for it.
   */
  readonly deviceCode?: OAuthFlow & { readonly deviceAuthorizationUrl: string };
}

/** A way for callers to authenticate, as the card describes it. */
export type SecurityScheme =
  /** The security scheme of an API key that the caller was given. */
  | (NamedScheme & {
      readonly kind: 'api-key';
      readonly location: 'header' | 'query' | 'cookie';
      /** The name of the header, of the query parameter, or of the cookie that carries the key. */
      readonly parameter: string;
    })
  /** The security scheme of a token in the header `Authorization`, after `Bearer` (RFC 6750). */
  | (NamedScheme & {
      readonly kind: 'bearer';
      /** The format of the token as a hint for people, such as `JWT`. */
      readonly bearerFormat?: string;
    })
  /**
   * The security scheme of a bearer token from an OpenID provider, which the URL describes (OpenID
   * Connect Discovery).
   */
  | (NamedScheme & { readonly kind: 'openid-connect'; readonly url: string })
  /** The security scheme of a bearer token from an OAuth 2 server. */
  | (NamedScheme & {
      readonly kind: 'oauth2';
      readonly flows: OAuthFlows;
      /** The URL of the server's metadata (RFC 8414). A2A 1.0 only. */
      readonly metadataUrl?: string;
    })
  /** The security scheme of a TLS certificate that the caller presents. */
  | (NamedScheme & { readonly kind: 'mutual-tls' });

type Schemes = readonly SecurityScheme[];

/** The ways for callers to authenticate that a card declares, and whether they have to. */
export interface CardSecurity {
  /** The security schemes of the card; a caller needs any one of them. */
  readonly schemes: readonly SecurityScheme[];
  /** True if callers have to authenticate; false if they may also stay anonymous. */
  readonly required: boolean;
}

/** Returns the security members of a card of A2A 1.0, as ProtoJSON (sections 4.4.1 and 4.5). */
export function toCardSecurity({ schemes, required }: CardSecurity): object {
  const needs = listNeeds(schemes);
  return {
    securitySchemes: toSchemes(toSingleFlows(schemes), toProtoScheme),
    securityRequirements: required ? needs : [...needs, { schemes: {} }],
  };
}

/** Returns the security members of a card of A2A 0.3, as in OpenAPI (section 5.5). */
export function toLegacyCardSecurity({ schemes, required }: CardSecurity): object {
  const needs = listLegacyNeeds(schemes);
  return {
    securitySchemes: toSchemes(schemes, toOpenApiScheme),
    // In OpenAPI an empty requirement means that no credentials are needed.
    security: required ? needs : [...needs, {}],
  };
}

/** Lists the security requirements of A2A 1.0, of which a caller has to meet any one. */
export function listNeeds(schemes: Schemes, list: readonly string[] = []): object[] {
  return toSingleFlows(schemes).map(({ name }) => ({ schemes: { [name]: { list } } }));
}

/** The OAuth flows in the order in which a card of A2A 1.0 names them: those for people first. */
const FLOWS = ['authorizationCode', 'deviceCode', 'clientCredentials'] as const;

/**
 * Returns security schemes with one OAuth flow each, because a scheme of A2A 1.0 has room for one.
 * The first flow keeps the name of the scheme; the name of each further flow is added to it.
 */
function toSingleFlows(schemes: Schemes): Schemes {
  const names = new Set(schemes.map(({ name }) => name));
  return schemes.flatMap((scheme): Schemes => {
    if (scheme.kind !== 'oauth2') return [scheme];
    const { name, flows } = scheme;
    return FLOWS.filter((flow) => flows[flow] !== undefined).map((flow, at) => ({
      ...scheme,
      name: at === 0 ? name : toFreeName(`${name}-${flow}`, names),
      flows: { [flow]: flows[flow] },
    }));
  });
}

/** Returns the first of a name, `name-2`, `name-2-2` and so on that no scheme has. */
function toFreeName(name: string, names: ReadonlySet<string>): string {
  return names.has(name) ? toFreeName(`${name}-2`, names) : name;
}

/** Lists the security requirements of A2A 0.3, of which a caller has to meet any one. */
export function listLegacyNeeds(schemes: Schemes, scopes: readonly string[] = []): object[] {
  return schemes.map(({ name }) => ({ [name]: scopes }));
}

function toSchemes(schemes: Schemes, toScheme: (scheme: SecurityScheme) => object): object {
  return Object.fromEntries(schemes.map((scheme) => [scheme.name, toScheme(scheme)]));
}

function toProtoScheme(scheme: SecurityScheme): object {
  const description = toDescription(scheme);
  switch (scheme.kind) {
    case 'api-key': {
      const { location, parameter: name } = scheme;
      return { apiKeySecurityScheme: { ...description, location, name } };
    }
    case 'bearer':
      return {
        httpAuthSecurityScheme: {
          ...description,
          scheme: 'Bearer',
          ...(scheme.bearerFormat !== undefined && { bearerFormat: scheme.bearerFormat }),
        },
      };
    case 'openid-connect':
      return { openIdConnectSecurityScheme: { ...description, openIdConnectUrl: scheme.url } };
    case 'oauth2': {
      const { flows, metadataUrl } = scheme;
      const { authorizationCode: code } = flows;
      const flow = code ? { authorizationCode: { ...code, pkceRequired: true } } : flows;
      const metadata = metadataUrl === undefined ? {} : { oauth2MetadataUrl: metadataUrl };
      return { oauth2SecurityScheme: { ...description, flows: flow, ...metadata } };
    }
    case 'mutual-tls':
      return { mtlsSecurityScheme: description };
  }
}

function toOpenApiScheme(scheme: SecurityScheme): object {
  const description = toDescription(scheme);
  switch (scheme.kind) {
    case 'api-key':
      return { type: 'apiKey', ...description, in: scheme.location, name: scheme.parameter };
    case 'bearer':
      return {
        type: 'http',
        ...description,
        scheme: 'bearer',
        ...(scheme.bearerFormat !== undefined && { bearerFormat: scheme.bearerFormat }),
      };
    case 'openid-connect':
      return { type: 'openIdConnect', ...description, openIdConnectUrl: scheme.url };
    case 'oauth2': {
      const { deviceCode: _deviceCode, ...flows } = scheme.flows;
      return { type: 'oauth2', ...description, flows };
    }
    case 'mutual-tls':
      return { type: 'mutualTLS', ...description };
  }
}

function toDescription({ description }: SecurityScheme): object {
  return description === undefined ? {} : { description };
}

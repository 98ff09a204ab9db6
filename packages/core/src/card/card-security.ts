/** The parts of a scheme that every kind has. */
interface NamedScheme {
  /** Key of the scheme in the card. */
  readonly name: string;
  /** For people. */
  readonly description?: string;
}

/** Endpoints of an OAuth 2 server, and the scopes that it grants with a sentence about each. */
interface OAuthFlow {
  readonly tokenUrl: string;
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** The ways to get a token that a card names; at least one. */
export interface OAuthFlows {
  /** For people with a browser; always with PKCE. */
  readonly authorizationCode?: OAuthFlow & { readonly authorizationUrl: string };
  /** For programs that act for themselves. */
  readonly clientCredentials?: OAuthFlow;
  /** For people at a terminal (RFC 8628). A2A 1.0 only: a card of 0.3 has no place for it. */
  readonly deviceCode?: OAuthFlow & { readonly deviceAuthorizationUrl: string };
}

/** A way for callers to say who they are, as the card describes it. */
export type SecurityScheme =
  /** A key that the caller was given. */
  | (NamedScheme & {
      readonly kind: 'api-key';
      readonly location: 'header' | 'query' | 'cookie';
      /** The name of the header, of the parameter in the query, or of the cookie. */
      readonly parameter: string;
    })
  /** A token in the header `Authorization`, after `Bearer` (RFC 6750). */
  | (NamedScheme & {
      readonly kind: 'bearer';
      /** A hint for people, such as `JWT`. */
      readonly bearerFormat?: string;
    })
  /** A bearer token of an OpenID provider, which the URL describes (OpenID Connect Discovery). */
  | (NamedScheme & { readonly kind: 'openid-connect'; readonly url: string })
  /** A bearer token of an OAuth 2 server. */
  | (NamedScheme & {
      readonly kind: 'oauth2';
      readonly flows: OAuthFlows;
      /** The description of the server (RFC 8414). A2A 1.0 only. */
      readonly metadataUrl?: string;
    })
  /** A certificate of the caller. */
  | (NamedScheme & { readonly kind: 'mutual-tls' });

/** How callers say who they are. */
export interface CardSecurity {
  /** A caller needs any one of them. */
  readonly schemes: readonly SecurityScheme[];
  /** False if callers may also stay anonymous. */
  readonly required: boolean;
}

/** The security of a card of A2A 1.0, as ProtoJSON (sections 4.4.1 and 4.5). */
export function toCardSecurity({ schemes, required }: CardSecurity): object {
  const needs = listNeeds(schemes);
  return {
    securitySchemes: toSchemes(schemes, toProtoScheme),
    securityRequirements: required ? needs : [...needs, { schemes: {} }],
  };
}

/** The security of a card of A2A 0.3, as in OpenAPI (section 5.5). */
export function toLegacyCardSecurity({ schemes, required }: CardSecurity): object {
  const needs = listLegacyNeeds(schemes);
  return {
    securitySchemes: toSchemes(schemes, toOpenApiScheme),
    // OpenAPI says with an empty requirement that none has to be met.
    security: required ? needs : [...needs, {}],
  };
}

/** Lists the needs of a card or a skill of A2A 1.0: any one of them has to be met. */
export function listNeeds(
  schemes: readonly SecurityScheme[],
  list: readonly string[] = [],
): object[] {
  return schemes.map(({ name }) => ({ schemes: { [name]: { list } } }));
}

/** Lists the needs of a card or a skill of A2A 0.3. */
export function listLegacyNeeds(
  schemes: readonly SecurityScheme[],
  scopes: readonly string[] = [],
): object[] {
  return schemes.map(({ name }) => ({ [name]: scopes }));
}

function toSchemes(
  schemes: readonly SecurityScheme[],
  toScheme: (scheme: SecurityScheme) => object,
): object {
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
        httpAuthSecurityScheme: { ...description, scheme: 'Bearer', ...toFormat(scheme) },
      };
    case 'openid-connect':
      return { openIdConnectSecurityScheme: { ...description, openIdConnectUrl: scheme.url } };
    case 'oauth2': {
      const { flows, metadataUrl } = scheme;
      const metadata = metadataUrl === undefined ? {} : { oauth2MetadataUrl: metadataUrl };
      return { oauth2SecurityScheme: { ...description, flows: toProtoFlow(flows), ...metadata } };
    }
    case 'mutual-tls':
      return { mtlsSecurityScheme: description };
  }
}

/** A2A 1.0 has room for one flow: the one for people, whose clients can find the others. */
function toProtoFlow({ authorizationCode, deviceCode, clientCredentials }: OAuthFlows): object {
  if (authorizationCode !== undefined) {
    return { authorizationCode: { ...authorizationCode, pkceRequired: true } };
  }
  return deviceCode === undefined ? { clientCredentials } : { deviceCode };
}

function toOpenApiScheme(scheme: SecurityScheme): object {
  const description = toDescription(scheme);
  switch (scheme.kind) {
    case 'api-key':
      return { type: 'apiKey', ...description, in: scheme.location, name: scheme.parameter };
    case 'bearer':
      return { type: 'http', ...description, scheme: 'bearer', ...toFormat(scheme) };
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

function toFormat({ bearerFormat }: SecurityScheme & { readonly kind: 'bearer' }): object {
  return bearerFormat === undefined ? {} : { bearerFormat };
}

/** A way for callers to say who they are, as the card describes it. */
export type SecurityScheme =
  /** A key in an HTTP header. */
  | {
      readonly kind: 'api-key';
      /** Key of the scheme in the card. */
      readonly name: string;
      readonly header: string;
      readonly description?: string;
    }
  /** A token in the header `Authorization`, after `Bearer` (RFC 6750). */
  | {
      readonly kind: 'bearer';
      readonly name: string;
      /** A hint for people, such as `JWT`. */
      readonly bearerFormat?: string;
      readonly description?: string;
    };

/** How callers say who they are. */
export interface CardSecurity {
  /** A caller needs any one of them. */
  readonly schemes: readonly SecurityScheme[];
  /** False if callers may also stay anonymous. */
  readonly required: boolean;
}

/** The security of a card of A2A 1.0, as ProtoJSON (sections 4.4.1 and 4.5). */
export function toCardSecurity({ schemes, required }: CardSecurity): object {
  const needs = schemes.map(({ name }) => ({ schemes: { [name]: { list: [] } } }));
  return {
    securitySchemes: toSchemes(schemes, toProtoScheme),
    securityRequirements: required ? needs : [...needs, { schemes: {} }],
  };
}

/** The security of a card of A2A 0.3, as in OpenAPI (section 5.5). */
export function toLegacyCardSecurity({ schemes, required }: CardSecurity): object {
  const needs = schemes.map(({ name }) => ({ [name]: [] }));
  return {
    securitySchemes: toSchemes(schemes, toOpenApiScheme),
    // OpenAPI says with an empty requirement that none has to be met.
    security: required ? needs : [...needs, {}],
  };
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
    case 'api-key':
      return {
        apiKeySecurityScheme: { ...description, location: 'header', name: scheme.header },
      };
    case 'bearer':
      return {
        httpAuthSecurityScheme: { ...description, scheme: 'Bearer', ...toFormat(scheme) },
      };
  }
}

function toOpenApiScheme(scheme: SecurityScheme): object {
  const description = toDescription(scheme);
  switch (scheme.kind) {
    case 'api-key':
      return { type: 'apiKey', ...description, in: 'header', name: scheme.header };
    case 'bearer':
      return { type: 'http', ...description, scheme: 'bearer', ...toFormat(scheme) };
  }
}

function toDescription({ description }: SecurityScheme): object {
  return description === undefined ? {} : { description };
}

function toFormat({ bearerFormat }: SecurityScheme & { readonly kind: 'bearer' }): object {
  return bearerFormat === undefined ? {} : { bearerFormat };
}

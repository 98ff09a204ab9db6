import { isTypeValid, parse } from 'content-type';

/** A media type as RFC 9110 section 8.3.1 defines it. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly type: string;
  /** Parameters by lower-case name; values keep their case. The first of a repeated name counts. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Reads a media type: letter case, optional white space, quoted values, any order and number of
 * parameters (RFC 9110 sections 5.6.6 and 8.3.1).
 *
 * Returns `undefined` for text that does not begin with a valid `type/subtype`; what follows is
 * read as leniently as HTTP implementations do.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const { type, parameters } = parse(text);
  return isTypeValid(type) ? { type, parameters } : undefined;
}

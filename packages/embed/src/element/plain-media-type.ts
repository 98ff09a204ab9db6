// Replaces `content-type` in the element, which needs the types of files alone: no parameters.

/** Matches `type/subtype` (RFC 9110 section 8.3.1), with spaces around it and parameters behind it. */
const TYPE = /^[\t ]*([!#-'*+.^_`|~\w-]+\/[!#-'*+.^_`|~\w-]+)[\t ]*(?:;|$)/u;

/** Reads the type of a media type, in lower case; `''` for another text. */
export function parse(text: string): { readonly type: string; readonly parameters: object } {
  return { type: TYPE.exec(text)?.[1]?.toLowerCase() ?? '', parameters: {} };
}

/** Returns true for a type that {@link parse} has found. */
export function isTypeValid(type: string): boolean {
  return type !== '';
}

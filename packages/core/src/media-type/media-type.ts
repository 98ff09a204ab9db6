import { parse } from 'content-type';

/** A `type/subtype` as RFC 9110 section 8.3.1 defines it. */
const TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/u;

/** A media type as RFC 9110 section 8.3.1 defines it. */
export interface MediaType {
  /** The `type/subtype` of the media type, in lower case. */
  readonly type: string;
  /**
   * The parameters of the media type by lower-case name; values keep their case. The first of a
   * repeated name counts.
   */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Parses a media type: any letter case, optional white space, quoted values, any order and number
 * of parameters (RFC 9110 sections 5.6.6 and 8.3.1).
 *
 * Returns `undefined` for text that does not begin with a valid `type/subtype`, and for more than
 * 1,000 characters; what follows is read as leniently as HTTP implementations do.
 *
 * @example
 * parseMediaType('Text/HTML; charset=utf-8')?.type; // 'text/html'
 */
export function parseMediaType(text: string): MediaType | undefined {
  if (text.length > 1000) return undefined;
  const { type, parameters } = parse(text);
  return TYPE.test(type) ? { type, parameters } : undefined;
}

/**
 * Returns true if one of the accepted media types is the type of a file, or a range that includes
 * that type: `image/*`, or any of all. Letter case and parameters such as `charset` make no
 * difference.
 *
 * @example
 * ```ts
 * import { acceptsMediaType } from '@formwork/core/internal';
 *
 * acceptsMediaType(['image/*', 'application/pdf'], 'image/png'); // true
 * acceptsMediaType(['image/*', 'application/pdf'], ''); // false: its type is unknown
 * ```
 */
export function acceptsMediaType(accepted: readonly string[], mediaType: string): boolean {
  const type = parseMediaType(mediaType)?.type;
  return accepted.some((entry) => {
    const range = parseMediaType(entry)?.type;
    if (range === '*/*') return true;
    if (range === undefined || type === undefined) return false;
    return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;
  });
}

/**
 * Lists the media types of files among the `inputModes` of a skill: all but `text/plain` and
 * `application/json`, which stand for text and data. Empty if none of them says that the skill
 * takes files.
 */
export function listFileTypes(inputModes: readonly string[]): readonly string[] {
  const types = inputModes.flatMap((mode) => parseMediaType(mode)?.type ?? []);
  return [...new Set(types)].filter((type) => !isMessageType(type));
}

/** True for a media type that stands for parts with text or data, not for files. */
export function isMessageType(type: string): boolean {
  return type === 'text/plain' || type === 'application/json';
}

const JSON_TYPE = 'application/json';

/**
 * Returns the mode that refers to a named schema: `application/json;schema=NAME` (extension,
 * section 1).
 *
 * @example
 * toSchemaMode('weather'); // 'application/json;schema=weather'
 */
export function toSchemaMode(schemaName: string): string {
  return `${JSON_TYPE};schema=${schemaName}`;
}

/**
 * Returns the name of the schema that a mode or media type refers to; `undefined` when it refers to
 * none.
 *
 * Names are compared letter by letter: they are keys of a JSON object.
 *
 * @example
 * fromSchemaMode('application/json; schema=weather'); // 'weather'
 */
export function fromSchemaMode(mode: string): string | undefined {
  // A tag of any length is one, so that it is refused and not passed over.
  const { type, parameters } = parse(mode);
  return type === JSON_TYPE ? parameters['schema'] : undefined;
}

/**
 * The form in which a result is sent: as tagged data, or as text for callers that can read nothing
 * else.
 */
export type OutputForm = 'data' | 'text';

/**
 * Chooses the form of structured output for a caller that said what it accepts (A2A 1.0 section
 * 3.2.2: agents tailor their output to `acceptedOutputModes`).
 *
 * Text is chosen only when the caller accepts text and no JSON; unknown types are no reason to
 * withhold the data.
 */
export function toOutputForm(acceptedOutputModes: readonly string[]): OutputForm {
  let acceptsText = false;
  for (const mode of acceptedOutputModes) {
    const type = parseMediaType(mode)?.type ?? mode.trim().toLowerCase();
    if (type === 'application/json' || type === 'application/*' || type === '*/*') {
      return 'data';
    }
    // "text" alone is no media type, but older clients and cards say it.
    if (type === 'text/plain' || type === 'text/*' || type === 'text') acceptsText = true;
  }
  return acceptsText ? 'text' : 'data';
}

import { UriTemplate, type ReadResourceResult } from '@modelcontextprotocol/server';

/** A resource that the operator of the bridge adds to those of the agents. */
export interface OperatorResource {
  /**
   * The address of the resource, or a template of addresses (RFC 6570) such as `notes://{id}`. It
   * must not begin with `a2a://`.
   */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
  /**
   * The text of the resource; in that of a template, `{id}` stands for the value of the variable.
   */
  readonly text?: string;
  /** The bytes of the resource in base64, in place of a text. */
  readonly blob?: string;
}

/**
 * The highest number of characters in an address that is compared with templates. One with several
 * variables takes time that grows with the square of the length, or faster.
 */
const MAX_ADDRESS = 1000;

/** True for a resource whose address is a template. */
export function isTemplate({ uri }: OperatorResource): boolean {
  return UriTemplate.isTemplate(uri);
}

/** Returns the content of the operator's resource at an address; `undefined` if there is none. */
export function readOperatorResource(
  resources: readonly OperatorResource[],
  uri: string,
): ReadResourceResult['contents'][number] | undefined {
  for (const resource of resources) {
    const { mimeType, text = '', blob } = resource;
    const variables = matchAddress(resource, uri);
    if (variables === null) continue;
    if (blob !== undefined) return { uri, mimeType, blob };
    return { uri, mimeType, text: fillIn(text, variables) };
  }
  return undefined;
}

/** Returns the values of a template's variables in an address; `null` if the address differs. */
function matchAddress(
  resource: OperatorResource,
  uri: string,
): Readonly<Record<string, string | readonly string[]>> | null {
  if (!isTemplate(resource)) return resource.uri === uri ? {} : null;
  return uri.length > MAX_ADDRESS ? null : new UriTemplate(resource.uri).match(uri);
}

/** Replaces names in braces by their values. Braces inside a value are left alone. */
export function fillIn(
  text: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? [values[name]].flat().join(',') : whole,
  );
}

import { UriTemplate, type ReadResourceResult } from '@modelcontextprotocol/server';

/** A resource of the operator's, served beside those of the agents. */
export interface OwnResource {
  /** An address, or a template of some (RFC 6570), such as `notes://{id}`. Not `a2a://`. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
  /** Its text; of a template, `{id}` in it is the value of the variable. */
  readonly text?: string;
  /** Its bytes instead, in base64. */
  readonly blob?: string;
}

/** True for a template of addresses. */
export function isTemplate({ uri }: OwnResource): boolean {
  return UriTemplate.isTemplate(uri);
}

/** The resource at an address; `undefined` if none of them is there. */
export function readOwnResource(
  resources: readonly OwnResource[],
  uri: string,
): ReadResourceResult['contents'][number] | undefined {
  for (const resource of resources) {
    const { mimeType, text = '', blob } = resource;
    const variables = isTemplate(resource) ? new UriTemplate(resource.uri).match(uri) : {};
    if (variables === null || (!isTemplate(resource) && resource.uri !== uri)) continue;
    if (blob !== undefined) return { uri, mimeType, blob };
    return { uri, mimeType, text: fillIn(text, variables) };
  }
  return undefined;
}

/** Puts values in the place of their names, once: what a value holds is not looked at. */
export function fillIn(
  text: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? [values[name]].flat().join(',') : whole,
  );
}

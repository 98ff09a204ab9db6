/** Where a person is asked to go, as it may be shown. */
export interface Visit {
  /** Without user and password, which make an address look like another. */
  readonly url: string;
  /** Where it leads, whatever the address looks like. */
  readonly host: string;
}

/** The address of a sign-in; `undefined` for what no browser would open as a page. */
export function toVisit(text: string | undefined): Visit | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.username = '';
  url.password = '';
  return { url: url.href, host: url.host };
}

/** Addresses within a text, without what makes them look like others. */
export function withoutUsers(text: string): string {
  return text.replaceAll(/\b(https?:\/\/)[^\s/?#\\]*@/giu, '$1');
}

/** Matches escapes that the driver does not decode in the name of a database. */
const LEFT = /%(?:24|26|2B|2C|2F|3A|3B|3D|40)/giu;

/**
 * Returns the URL by which the driver finds the database that an address names. It decodes
 * users and passwords whole, but leaves some escapes in the name of a database, such as `%40`.
 */
export function toDriverUrl(address: string): string {
  const [, server] = /^(\w+:\/\/[^/?#]*)\//u.exec(address) ?? [];
  if (server === undefined) return address;
  const [path = ''] = address.slice(server.length).split(/[?#]/u, 1);
  const rest = address.slice(server.length + path.length);
  return `${server}${path.replaceAll(LEFT, decodeURIComponent)}${rest}`;
}

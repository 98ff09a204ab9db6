const OCTET = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/u;
const HEX_GROUP = /^[0-9a-fA-F]{1,4}$/u;

/** Four numbers, none with a zero before it. */
export function isIpv4(text: string): boolean {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet));
}

/** RFC 4291, without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2 || text.length > 45) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  if (hasIpv4 && (!isIpv4(last) || text.endsWith('::'))) return false;
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => HEX_GROUP.test(group))) return false;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}

/** The members that only cards of A2A 0.3 have. */
const LEGACY_MEMBERS = [
  'preferredTransport',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
];

/** Matches the versions of A2A before 1.0 that can be translated; none counts as one of them. */
const LEGACY_VERSION = /^(?:0\.(?:[3-9]|\d{2,3})(?!\d)|$)/u;

/** True for a card of A2A 0.3, which has to be translated. */
export function isLegacyCard(raw: Readonly<Record<string, unknown>>): boolean {
  const { supportedInterfaces, url, protocolVersion } = raw;
  if (Array.isArray(supportedInterfaces) && supportedInterfaces.length > 0) return false;
  return (
    (typeof url === 'string' && !('supportedInterfaces' in raw)) ||
    LEGACY_MEMBERS.some((name) => name in raw) ||
    (typeof protocolVersion === 'string' && LEGACY_VERSION.test(protocolVersion.trim()))
  );
}

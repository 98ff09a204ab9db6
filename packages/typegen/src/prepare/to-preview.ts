/** A value as JSON for messages: 60 characters at most, none of them invisible. */
export function toPreview(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 61)) : toJson(value);
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return visible.length > 60 ? `${visible.slice(0, 59)}…` : visible;
}

function toJson(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

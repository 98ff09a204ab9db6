import type { CompatibilityChange } from '@formwork/schema';
import { isRecord, appendPointer, toSortedJson, toRecord } from '@formwork/schema/json';
import { pair, type Entry, type Loose } from './card-view.ts';

/** The security schemes and scopes that a caller needs together, each as a text. */
type Need = ReadonlySet<string>;

/** Compares the credentials that callers need, for the whole agent or for one skill. */
export function compareRequirements(
  before: Entry,
  after: Entry,
  inherited: { readonly before?: Loose; readonly after?: Loose } = {},
): readonly CompatibilityChange[] {
  const name = 'securityRequirements' in after.value ? 'securityRequirements' : 'security';
  const old = readNeeds(before.value) ??
    (inherited.before && readNeeds(inherited.before)) ?? [new Set()];
  const now = readNeeds(after.value) ??
    (inherited.after && readNeeds(inherited.after)) ?? [new Set()];
  // One combination is enough to get in, and extra credentials do no harm.
  const lost = old.filter((need) => !now.some((alternative) => isCoveredBy(alternative, need)));
  const gained = now.filter((need) => !old.some((alternative) => isCoveredBy(alternative, need)));
  const location = { pointer: appendPointer(after.pointer, name), in: 'new' as const };
  const values = { was: old.map(sortNeed), is: now.map(sortNeed) };
  return [
    ...lost.slice(0, 1).map((need): CompatibilityChange => ({
      kind: 'breaking',
      code: 'security-required',
      ...location,
      ...values,
      message: `What was enough to call is not any more: ${describeNeed(need)}. Now it takes ${now.map(describeNeed).join(', or ')}.`,
    })),
    ...gained.slice(0, 1).map((need): CompatibilityChange => ({
      kind: 'safe',
      code: 'security-accepted',
      ...location,
      ...values,
      message: `Callers may now also come with ${describeNeed(need)}.`,
    })),
  ];
}

/** Compares the security schemes of two cards. */
export function compareSchemes(before: Loose, after: Loose): readonly CompatibilityChange[] {
  const [old, now] = [before, after].map(({ securitySchemes }) =>
    Object.entries(toRecord(securitySchemes)),
  );
  const { matched } = pair(old ?? [], now ?? [], ([name]) => name);
  return matched.flatMap(([[name, was], [, is]]): readonly CompatibilityChange[] => {
    if (toSortedJson(toEffect(was)) === toSortedJson(toEffect(is))) return [];
    const pointer = appendPointer('/securitySchemes', name);
    const message = `The security scheme ${JSON.stringify(name)} works in another way now.`;
    return [
      { kind: 'breaking', code: 'security-scheme-changed', pointer, in: 'new', was, is, message },
    ];
  });
}

/**
 * Lists the combinations of schemes and scopes that let a caller in; `undefined` if the card or the
 * skill has no such list. An empty list lets everybody in.
 */
function readNeeds(owner: Loose): readonly Need[] | undefined {
  const list = owner['securityRequirements'] ?? owner['security'];
  if (!Array.isArray(list)) return undefined;
  const needs = list.filter(isRecord).map((entry) => {
    // A2A 1.0 has the names one level deeper than 0.3.
    const { schemes } = entry;
    return readNeed(isRecord(schemes) ? schemes : entry);
  });
  return needs.length === 0 ? [new Set()] : needs;
}

function readNeed(schemes: Loose): Need {
  return new Set(
    Object.entries(schemes).flatMap(([name, scopes]) => {
      const list: unknown = isRecord(scopes) ? scopes['list'] : scopes;
      const names = Array.isArray(list) ? list.map((scope) => `${name} with ${String(scope)}`) : [];
      return [name, ...names];
    }),
  );
}

function isCoveredBy(small: Need, large: Need): boolean {
  return [...small].every((member) => large.has(member));
}

function sortNeed(need: Need): readonly string[] {
  return [...need].toSorted();
}

function describeNeed(need: Need): string {
  return need.size === 0
    ? 'nothing'
    : sortNeed(need)
        .map((name) => JSON.stringify(name))
        .join(' and ');
}

/**
 * Returns a security scheme without what changes nothing for callers: texts for people, and the case
 * of an HTTP scheme (RFC 9110 section 11.1), which differs between cards of A2A 0.3 and 1.0.
 */
function toEffect(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'description');
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const isHttpScheme = name === 'scheme' && typeof member === 'string';
      return [name, isHttpScheme ? member.toLowerCase() : toEffect(member)];
    }),
  );
}

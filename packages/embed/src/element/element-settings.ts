import type { JsonObject } from '@formwork/schema';
import { parseValues } from './form-values.ts';

/** The settings of an element: from its attributes, and from the address of a form's own page. */
export interface ElementSettings {
  /** The address of the form; `undefined` if the attributes name none. */
  readonly url: string | undefined;
  readonly skill: string;
  /** The values that the form begins with. */
  readonly values: JsonObject;
  /** The signed link with values that cannot be changed; `undefined` for none. */
  readonly link: string | undefined;
  /** The receipt of an earlier submission to show instead of the form; `undefined` for none. */
  readonly receipt: string | undefined;
  /** The level of the form's heading, such as 2 for an `h2`. */
  readonly headingLevel: HeadingLevel;
  readonly colorScheme: 'light' | 'dark' | 'system';
  /** True if the page wants to know the values, not only that they change. */
  readonly sharesValues: boolean;
  /** Present on the form's own page: whole, or in a frame of another page. */
  readonly page: 'whole' | 'embedded' | undefined;
}

/** The levels that the heading of a form can have, so that there is room for headings within. */
export type HeadingLevel = 1 | 2 | 3 | 4;

const LEVELS: readonly HeadingLevel[] = [1, 2, 3, 4];

/** The attributes that an element reads. */
export const ATTRIBUTES = [
  'src',
  'path',
  'skill',
  'values',
  'link',
  'heading-level',
  'theme',
  'language',
  'share-values',
] as const;

/** Reads the attributes of an element and, on the form's own page, the address of that page. */
export function readSettings(element: Element): ElementSettings {
  const pageMode = element.getAttribute('page');
  const page = pageMode === 'whole' || pageMode === 'embedded' ? pageMode : undefined;
  const skill = element.getAttribute('skill') ?? '';
  const theme = element.getAttribute('theme');
  const levelText = element.getAttribute('heading-level');
  const colorScheme = theme === 'light' || theme === 'dark' ? theme : 'system';
  const base: Pick<
    ElementSettings,
    'skill' | 'headingLevel' | 'colorScheme' | 'sharesValues' | 'page'
  > = {
    skill,
    headingLevel:
      LEVELS.find((level) => String(level) === levelText) ?? (page === undefined ? 2 : 1),
    colorScheme,
    sharesValues: element.hasAttribute('share-values'),
    page,
  };
  const values = parseValues(element.getAttribute('values') ?? '');
  const link = element.getAttribute('link') ?? undefined;
  if (page === undefined)
    return { ...base, url: findUrl(element, skill), values, link, receipt: undefined };
  const fragment = new URLSearchParams(location.hash.slice(1));
  return {
    ...base,
    url: location.origin + location.pathname.replace(/\/$/u, ''),
    values: { ...values, ...readFragment(fragment) },
    link: fragment.get('link') ?? undefined,
    receipt: fragment.get('receipt') ?? undefined,
  };
}

/** The names in the fragment of an address that do not stand for fields. */
const RESERVED: ReadonlySet<string> = new Set(['link', 'receipt', 'values']);

/** Reads values from the fragment of an address: `values` with JSON, and one name for each field. */
function readFragment(fragment: URLSearchParams): JsonObject {
  const single = [...fragment].filter(([name]) => !RESERVED.has(name));
  return { ...parseValues(fragment.get('values') ?? ''), ...Object.fromEntries(single) };
}

/** Returns the address of the form that the attributes name; `undefined` if they name none. */
function findUrl(element: Element, skill: string): string | undefined {
  const src = URL.parse(element.getAttribute('src') ?? '');
  if (src === null || !/^https?:$/u.test(src.protocol) || skill === '') return undefined;
  const path = element.getAttribute('path') ?? '/forms';
  const before = src.pathname.replace(/(?<!\/)\/+$/u, '');
  return `${src.origin}${before}/${path.replace(/^\/+|(?<!\/)\/+$/gu, '')}/${encodeURIComponent(skill)}`;
}

/** Tells the page around an element of an event. */
export type Tell = (name: ElementEvent, detail?: Readonly<Record<string, unknown>>) => void;

/** The names of the element's events, without `formwork-` before them. */
export type ElementEvent =
  | 'ready'
  | 'change'
  | 'submit'
  | 'question'
  | 'result'
  | 'error'
  | 'resize';

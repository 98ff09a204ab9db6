import { isRecord } from '@formwork/schema/internal';

/** The host in its own words, and the place that the page has (MCP Apps, host context). */
export interface HostContext {
  /** The definition of the tool that was called. */
  readonly tool: Readonly<Record<string, unknown>> | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  /** Such as `--color-text-primary`. */
  readonly variables: Readonly<Record<string, string>>;
  /** BCP 47; `''` if it is not known. */
  readonly locale: string;
  /** In pixels. */
  readonly insets: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
}

/** Services of the host for the page. */
export interface HostAbilities {
  readonly links: boolean;
  readonly downloads: boolean;
  readonly resources: boolean;
  readonly messages: boolean;
}

/** The call that the page was opened for. */
interface HostCall {
  /** Arguments; while the model writes them they are not all there. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly isWhole: boolean;
}

/** All that is known of the host. */
export interface HostState {
  readonly isReady: boolean;
  readonly context: HostContext;
  readonly abilities: HostAbilities;
  readonly call: HostCall;
}

export const INITIAL_STATE: HostState = {
  isReady: false,
  context: {
    tool: undefined,
    theme: undefined,
    variables: {},
    locale: '',
    insets: { top: 0, right: 0, bottom: 0, left: 0 },
  },
  abilities: { links: false, downloads: false, resources: false, messages: false },
  call: { input: undefined, isWhole: false },
};

/** Names of variables, and values that load nothing and end no declaration. */
const VARIABLE = /^--[a-z0-9-]{1,64}$/u;
const SAFE_VALUE = /^(?!.*(?:url|image|image-set|src)\s*\()[^;{}<>\\]{1,300}$/isu;

/** The context with what a host told anew: what it does not name stays. */
export function mergeContext(known: HostContext, told: unknown): HostContext {
  if (!isRecord(told)) return known;
  const { toolInfo, theme, styles, locale, safeAreaInsets } = told;
  const tool = isRecord(toolInfo) ? toolInfo['tool'] : undefined;
  const variables = isRecord(styles) ? styles['variables'] : undefined;
  return {
    tool: isRecord(tool) ? tool : known.tool,
    theme: theme === 'light' || theme === 'dark' ? theme : known.theme,
    variables: isRecord(variables) ? pickVariables(variables) : known.variables,
    locale: typeof locale === 'string' ? locale.slice(0, 64) : known.locale,
    insets: isRecord(safeAreaInsets) ? readInsets(safeAreaInsets) : known.insets,
  };
}

export function readAbilities(told: unknown): HostAbilities {
  const has = (name: string): boolean => isRecord(told) && isRecord(told[name]);
  return {
    links: has('openLinks'),
    downloads: has('downloadFile'),
    resources: has('serverResources'),
    messages: has('message'),
  };
}

function pickVariables(told: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) =>
      VARIABLE.test(name) && typeof value === 'string' && SAFE_VALUE.test(value)
        ? [[name, value]]
        : [],
    ),
  );
}

function readInsets(told: Readonly<Record<string, unknown>>): HostContext['insets'] {
  const read = (side: string): number => {
    const value = told[side];
    return typeof value === 'number' && value >= 0 && value <= 200 ? value : 0;
  };
  return { top: read('top'), right: read('right'), bottom: read('bottom'), left: read('left') };
}

import { isRecord } from '@formwork/schema/json';

/**
 * The context that a host gives its page: the tool, the theme, the language and the space (MCP
 * Apps, host context).
 */
export interface HostContext {
  /** The definition of the called tool, as the host sent it; `undefined` if it sent none. */
  readonly tool: Readonly<Record<string, unknown>> | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  /** The host's CSS variables, such as `--color-text-primary`. */
  readonly variables: Readonly<Record<string, string>>;
  /** The language of the host as a BCP 47 tag; `''` if it is not known. */
  readonly locale: string;
  /** The parts of the page that the host may cover, by side, in pixels. */
  readonly insets: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
}

/** The services that the host offers the page, such as opening links. */
export interface HostAbilities {
  readonly links: boolean;
  readonly downloads: boolean;
  readonly resources: boolean;
  readonly messages: boolean;
}

/** Everything that the page knows about its host. */
export interface HostState {
  readonly isReady: boolean;
  readonly context: HostContext;
  readonly abilities: HostAbilities;
  readonly call: {
    /** The arguments of the call; they are incomplete while the model still writes them. */
    readonly input: Readonly<Record<string, unknown>> | undefined;
    readonly isWhole: boolean;
  };
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

/**
 * The pattern of names of CSS variables, and below it that of values that load nothing and do not
 * end the declaration.
 */
const VARIABLE = /^--[a-z0-9-]{1,64}$/u;
const SAFE_VALUE = /^(?!.*(?:url|image|image-set|src)\s*\()[^;{}<>\\]{1,300}$/isu;

/**
 * Returns the context with the host's update applied; members that the update does not name stay.
 */
export function mergeContext(context: HostContext, update: unknown): HostContext {
  if (!isRecord(update)) return context;
  const { toolInfo, theme, styles, locale, safeAreaInsets } = update;
  const tool = isRecord(toolInfo) ? toolInfo['tool'] : undefined;
  const variables = isRecord(styles) ? styles['variables'] : undefined;
  return {
    tool: isRecord(tool) ? tool : context.tool,
    theme: theme === 'light' || theme === 'dark' ? theme : context.theme,
    variables: isRecord(variables) ? pickVariables(variables) : context.variables,
    locale: typeof locale === 'string' ? locale.slice(0, 64) : context.locale,
    insets: isRecord(safeAreaInsets) ? readInsets(safeAreaInsets) : context.insets,
  };
}

export function readAbilities(capabilities: unknown): HostAbilities {
  const has = (name: string): boolean => isRecord(capabilities) && isRecord(capabilities[name]);
  return {
    links: has('openLinks'),
    downloads: has('downloadFile'),
    resources: has('serverResources'),
    messages: has('message'),
  };
}

function pickVariables(
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      VARIABLE.test(name) && typeof value === 'string' && SAFE_VALUE.test(value)
        ? [[name, value]]
        : [],
    ),
  );
}

function readInsets(insets: Readonly<Record<string, unknown>>): HostContext['insets'] {
  const read = (side: string): number => {
    const value = insets[side];
    return typeof value === 'number' && value >= 0 && value <= 200 ? value : 0;
  };
  return { top: read('top'), right: read('right'), bottom: read('bottom'), left: read('left') };
}

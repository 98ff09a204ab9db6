import { toRecord } from '@formwork/schema/json';
import { HostLink } from './host-link.ts';
import { type HostState, INITIAL_STATE, mergeContext, readAbilities } from './host-state.ts';

/** The version of MCP Apps that this page supports. */
const PROTOCOL_VERSION = '2026-01-26';

/** The outcome of the call that the host itself makes. */
type HostOutcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'cancelled'; readonly reason: string };

/**
 * The host that shows this page, over MCP Apps: the handshake, its notifications, and the requests
 * that the page can send to it.
 */
export class Host {
  readonly #link: HostLink;
  readonly #onTeardown: () => void;
  readonly #listeners = new Set<() => void>();
  #state = INITIAL_STATE;
  #settle: (outcome: HostOutcome) => void = () => {};
  /** Resolves with the outcome of the call that the page was opened for. */
  readonly outcome = new Promise<HostOutcome>((resolve) => {
    this.#settle = resolve;
  });

  constructor(
    view: Window,
    {
      onTeardown,
    }: {
      /** Called before the host removes the page. */
      readonly onTeardown: () => void;
    },
  ) {
    this.#onTeardown = onTeardown;
    this.#link = new HostLink(view, {
      onNotification: (method, params) => this.#notice(method, params),
      onRequest: (method) => this.#answer(method),
    });
    // A refusal of the host has no reader.
    this.#begin().catch(() => {});
  }

  readonly state = (): HostState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  callTool(name: string, args: object): Promise<unknown> {
    return this.#link.request('tools/call', { name, arguments: args });
  }

  readResource(uri: string): Promise<unknown> {
    return this.#link.request('resources/read', { uri });
  }

  /**
   * Leaves a note that the model reads with the person's next message, in place of the note before.
   */
  async tellModel(text: string, data: Readonly<Record<string, unknown>>): Promise<void> {
    const params = { content: toContent(text), structuredContent: data };
    await this.#link.request('ui/update-model-context', params);
  }

  /** Sends a message to the chat in the person's name. */
  async sendMessage(text: string): Promise<void> {
    await this.#link.request('ui/message', { role: 'user', content: toContent(text) });
  }

  async openLink(url: string): Promise<void> {
    await this.#link.request('ui/open-link', { url });
  }

  async download({
    name,
    mimeType,
    base64,
  }: {
    readonly name: string;
    readonly mimeType: string;
    readonly base64: string;
  }): Promise<void> {
    const uri = `file:///${encodeURIComponent(name)}`;
    const contents = [{ type: 'resource', resource: { uri, mimeType, blob: base64 } }];
    await this.#link.request('ui/download-file', { contents });
  }

  tellSize(size: { readonly width: number; readonly height: number }): void {
    this.#link.notify('ui/notifications/size-changed', size);
  }

  async #begin(): Promise<void> {
    const answer = await this.#link.request('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'formwork-view', title: 'Formwork', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    });
    const result = toRecord(answer);
    this.#set({
      isReady: true,
      context: mergeContext(this.#state.context, result['hostContext']),
      abilities: readAbilities(result['hostCapabilities']),
    });
    this.#link.notify('ui/notifications/initialized', {});
  }

  #notice(method: string, params: Readonly<Record<string, unknown>>): void {
    const { call, context } = this.#state;
    switch (method) {
      case 'ui/notifications/tool-input-partial':
      case 'ui/notifications/tool-input': {
        const { arguments: input } = params;
        const isWhole = method === 'ui/notifications/tool-input';
        // A call has one input; later ones are ignored.
        if (!call.isWhole) this.#set({ call: { input: toRecord(input), isWhole } });
        return;
      }
      case 'ui/notifications/tool-result':
        // A host may send a result without any input before it.
        if (!call.isWhole) this.#set({ call: { input: call.input ?? {}, isWhole: true } });
        this.#settle({ kind: 'result', result: params });
        return;
      case 'ui/notifications/tool-cancelled': {
        const { reason } = params;
        const text = typeof reason === 'string' ? reason : '';
        this.#settle({ kind: 'cancelled', reason: text });
        return;
      }
      case 'ui/notifications/host-context-changed':
        this.#set({ context: mergeContext(context, params) });
        return;
      default:
    }
  }

  #answer(method: string): object | undefined {
    if (method === 'ping') return {};
    if (method !== 'ui/resource-teardown') return undefined;
    this.#onTeardown();
    return {};
  }

  #set(next: Partial<HostState>): void {
    this.#state = { ...this.#state, ...next };
    for (const listener of this.#listeners) listener();
  }
}

function toContent(text: string): readonly object[] {
  return [{ type: 'text', text }];
}

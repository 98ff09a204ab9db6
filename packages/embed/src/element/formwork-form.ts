import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import {
  ATTRIBUTES,
  type ElementEvent,
  type ElementSettings,
  readSettings,
} from './element-settings.ts';
import { FormApp } from './form-app.tsx';
import { createAccentSheet, findSchemeBehind, readStyleSheet, stylePage } from './style-sheets.ts';
import { chooseLanguage } from './texts/choose-language.ts';

/** Whether the visitor prefers dark colours, which a page may follow. */
const COLOURS = matchMedia('(prefers-color-scheme: dark)');

/**
 * The element `<formwork-form src="https://agent.example" skill="expense-report">`: a public form
 * of an agent, drawn in a shadow root. It sets no cookies and stores nothing.
 */
export class FormworkForm extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  #root: Root | undefined;
  #observer: ResizeObserver | undefined;
  /** Sees when the page changes its looks, such as by a class. */
  readonly #looks = new MutationObserver(() => this.#plan());
  #height = 0;
  /** Counts the forms that the element has drawn, so that each begins anew. */
  #count = 0;
  #isPlanned = false;

  connectedCallback(): void {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (this.#root === undefined) {
      shadow.adoptedStyleSheets = [readStyleSheet()];
      this.#root = createRoot(shadow);
      const { page } = readSettings(this);
      if (page !== undefined) stylePage(document, page === 'embedded');
      window.addEventListener('hashchange', this.#onHash);
    }
    this.#observer = new ResizeObserver(() => this.#tellHeight());
    this.#observer.observe(this);
    // A form on its own page changes the attributes of the document itself.
    if (readSettings(this).page === undefined) {
      this.#looks.observe(document.documentElement, { attributes: true });
    }
    COLOURS.addEventListener('change', this.#onColours);
    this.#plan();
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
    this.#looks.disconnect();
    COLOURS.removeEventListener('change', this.#onColours);
    // An element that is moved to another place is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      window.removeEventListener('hashchange', this.#onHash);
      this.#root?.unmount();
      this.#root = undefined;
    });
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after && this.isConnected) this.#plan();
  }

  /** Draws a new form in place of this one, or of what was sent. */
  reset(): void {
    this.#count += 1;
    const { page } = readSettings(this);
    if (page === 'whole') history.replaceState(null, '', location.pathname + location.search);
    this.#draw();
  }

  /** Submits the form as its button does: it is checked first, and problems are shown. */
  submit(): void {
    const button = this.shadowRoot?.querySelector<HTMLElement>('.fw-form .fw-primary');
    button?.click();
  }

  /** Reads the settings; without a theme, the form is light or dark as the page behind it. */
  #readShownSettings(): ElementSettings {
    const settings = readSettings(this);
    const isOpen = settings.page === undefined && settings.colorScheme === 'system';
    const scheme = isOpen ? findSchemeBehind(this) : undefined;
    return { ...settings, ...(scheme !== undefined && { colorScheme: scheme }) };
  }

  #onHash = (): void => {
    if (readSettings(this).page === undefined) return;
    this.#count += 1;
    this.#draw();
  };

  #onColours = (): void => this.#plan();

  /** Draws once after several attributes have changed. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#draw();
    });
  }

  #draw(): void {
    const settings = this.#readShownSettings();
    const languageTag =
      this.getAttribute('language') ?? this.closest('[lang]')?.getAttribute('lang');
    const isPage = settings.page !== undefined;
    const tags = [
      ...(languageTag === null ||
      languageTag === undefined ||
      (isPage && !this.hasAttribute('language'))
        ? []
        : [languageTag]),
      ...navigator.languages,
    ];
    const language = chooseLanguage(tags);
    if (isPage) {
      document.documentElement.lang = language.messages.language;
      document.documentElement.dir = language.messages.direction;
    }
    const { url = '', skill, link = '', values, receipt = '' } = settings;
    this.#root?.render(
      createElement(FormApp, {
        key: JSON.stringify([this.#count, url, skill, link, values, receipt]),
        settings,
        language,
        tell: (name, detail) => this.#tell(name, detail),
        onDescribed: ({ accent }) => {
          const sheets = [readStyleSheet(), ...(accent === '' ? [] : [createAccentSheet(accent)])];
          if (this.shadowRoot !== null) this.shadowRoot.adoptedStyleSheets = sheets;
        },
        onReset: () => this.reset(),
      }),
    );
  }

  #tell(name: ElementEvent, detail: Readonly<Record<string, unknown>> = {}): void {
    this.dispatchEvent(new CustomEvent(`formwork-${name}`, { bubbles: true, detail }));
  }

  #tellHeight(): void {
    const height = Math.ceil(this.getBoundingClientRect().height);
    if (height === this.#height) return;
    this.#height = height;
    this.#tell('resize', { height });
    const isFramed = this.getAttribute('page') === 'embedded' && window.parent !== window;
    // A number and nothing else, so that it does not matter who the page around the frame is.
    if (isFramed) window.parent.postMessage(height, '*');
  }
}

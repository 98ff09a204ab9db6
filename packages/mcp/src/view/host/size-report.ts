import type { Host } from './host.ts';

/** Reports the size of the page to the host whenever it changes, once a frame at most. */
export class SizeReport {
  readonly #host: Host;
  readonly #page: HTMLElement;
  readonly #observer = new ResizeObserver(() => this.#plan());
  readonly #unsubscribe: () => void;
  #last = '';
  #frame = 0;

  constructor(host: Host, page: HTMLElement) {
    this.#host = host;
    this.#page = page;
    this.#observer.observe(page);
    this.#unsubscribe = host.subscribe(() => this.#plan());
  }

  end(): void {
    this.#observer.disconnect();
    this.#unsubscribe();
    cancelAnimationFrame(this.#frame);
  }

  #plan(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#tell());
  }

  #tell(): void {
    this.#frame = 0;
    const { height } = this.#page.getBoundingClientRect();
    const size = { width: Math.ceil(window.innerWidth), height: Math.ceil(height) };
    const text = `${size.width} ${size.height}`;
    // The host listens only after the handshake.
    if (text === this.#last || !this.#host.state().isReady) return;
    this.#last = text;
    this.#host.tellSize(size);
  }
}

import type { Host } from './open-host.ts';

/** Tells the host how much room the page needs, whenever that changes. */
export function reportSize(host: Host, content: HTMLElement): () => void {
  let last = '';
  let frame = 0;
  const tell = (): void => {
    frame = 0;
    const { height } = content.getBoundingClientRect();
    const size = { width: Math.ceil(window.innerWidth), height: Math.ceil(height) };
    const text = `${size.width} ${size.height}`;
    // Before the handshake the host hears nothing.
    if (text === last || !host.state().isReady) return;
    last = text;
    host.tellSize(size);
  };
  const plan = (): void => {
    if (frame === 0) frame = requestAnimationFrame(tell);
  };
  const observer = new ResizeObserver(plan);
  observer.observe(content);
  const stop = host.subscribe(plan);
  return () => {
    observer.disconnect();
    stop();
    cancelAnimationFrame(frame);
  };
}

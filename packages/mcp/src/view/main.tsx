import '@formwork/react/result.css';
import '@formwork/react/task.css';
import '@formwork/react/form.css';
import './view.css';
import { createRoot } from 'react-dom/client';
import { App } from './card/app.tsx';
import { openHost, type Host } from './host/open-host.ts';

const content = document.querySelector('#root');
if (content instanceof HTMLElement) {
  sendFormsByEvent(document);
  const root = createRoot(content);
  const ends: (() => void)[] = [];
  const host = openHost(window, {
    // Ends only the work of the page; tasks continue without it.
    onTeardown: () => {
      for (const end of ends) end();
      root.unmount();
    },
  });
  ends.push(reportSize(host, content));
  root.render(<App host={host} />);
}

/**
 * Makes forms submit by their event only, because the sandboxes of hosts forbid real submission (no
 * `allow-forms`). No form sends anything itself.
 */
function sendFormsByEvent(page: Document): void {
  HTMLFormElement.prototype.requestSubmit = function requestSubmit(submitter): void {
    const event = new SubmitEvent('submit', {
      bubbles: true,
      cancelable: true,
      submitter: submitter ?? null,
    });
    this.dispatchEvent(event);
  };
  page.addEventListener('click', (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest('button') : null;
    if (event.defaultPrevented || button?.type !== 'submit' || button.form === null) return;
    event.preventDefault();
    button.form.requestSubmit(button);
  });
}

/**
 * Reports the size of the page to the host whenever it changes; returns a function that stops this.
 */
function reportSize(host: Host, page: HTMLElement): () => void {
  let last = '';
  let frame = 0;
  const tell = (): void => {
    frame = 0;
    const { height } = page.getBoundingClientRect();
    const size = { width: Math.ceil(window.innerWidth), height: Math.ceil(height) };
    const text = `${size.width} ${size.height}`;
    // The host listens only after the handshake.
    if (text === last || !host.state().isReady) return;
    last = text;
    host.tellSize(size);
  };
  const plan = (): void => {
    if (frame === 0) frame = requestAnimationFrame(tell);
  };
  const observer = new ResizeObserver(plan);
  observer.observe(page);
  const stop = host.subscribe(plan);
  return () => {
    observer.disconnect();
    stop();
    cancelAnimationFrame(frame);
  };
}

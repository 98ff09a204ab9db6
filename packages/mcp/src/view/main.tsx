import '@formwork/react/result.css';
import '@formwork/react/task.css';
import '@formwork/react/form.css';
import './view.css';
import { createRoot } from 'react-dom/client';
import { App } from './card/app.tsx';
import { Host } from './host/host.ts';
import { SizeReport } from './host/size-report.ts';

const content = document.querySelector('#root');
if (content instanceof HTMLElement) {
  sendFormsByEvent(document);
  const root = createRoot(content);
  const reports: SizeReport[] = [];
  const host = new Host(window, {
    // Ends only the work of the page; tasks continue without it.
    onTeardown: () => {
      for (const report of reports) report.end();
      root.unmount();
    },
  });
  reports.push(new SizeReport(host, content));
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

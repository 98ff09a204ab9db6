import '@formwork/react/theme.css';
import './view.css';
import { createRoot } from 'react-dom/client';
import { App } from './card/app.tsx';
import { openHost } from './host/open-host.ts';
import { reportSize } from './host/report-size.ts';
import { sendFormsByEvent } from './host/send-forms.ts';

const content = document.querySelector('#root');
if (content instanceof HTMLElement) {
  sendFormsByEvent(document);
  const root = createRoot(content);
  const ends: (() => void)[] = [];
  const host = openHost(window, {
    // Ends what is under way: tasks go on without the page.
    onTeardown: () => {
      for (const end of ends) end();
      root.unmount();
    },
  });
  ends.push(reportSize(host, content));
  root.render(<App host={host} />);
}

// Shows that a question waits, when Web Push says so, and opens the inbox at a click. The
// notification has no text of the question, because screens may be locked.
const TITLES = {
  en: 'A question waits for you',
  de: 'Eine Frage wartet auf Sie',
  ar: 'سؤال بانتظارك',
};

/** Returns the title in the language of the browser, else in English. */
function getTitle() {
  const [language = 'en'] = navigator.language.split('-');
  return Object.hasOwn(TITLES, language) ? TITLES[language] : TITLES.en;
}

self.addEventListener('push', (event) => {
  const { id, task } = event.data?.json() ?? {};
  // The same news once more replaces the notification instead of adding one.
  const shown = self.registration.showNotification(getTitle(), { tag: String(id), data: { task } });
  event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const hash = new URLSearchParams({ view: 'inbox', task: event.notification.data?.task ?? '' });
  // The page has registered this worker for an agent, beside those of others.
  const agent = new URL(self.location.href).searchParams.get('agent');
  if (agent !== null) hash.set('asker', agent);
  const address = new URL(`./#${hash.toString()}`, self.location.href).href;
  event.waitUntil(self.clients.openWindow(address));
});

/** Milliseconds after which the end of a task is news. */
const LONG = 10_000;

/** True if notifications can be asked for. */
export function canAskForNotices(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

/** Asks for the permission; only ever after a click. */
export async function askForNotices(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

/** Options of {@link notify}. */
export interface NoticeOptions {
  readonly title: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Brings the page back to what the notice is about. */
  readonly onClick: () => void;
}

/** Tells that a long task has ended or asks, if nobody looks at the page and it may. */
export function notify({ title, body, startedAt, onClick }: NoticeOptions): void {
  if (document.visibilityState === 'visible' || Date.now() - startedAt < LONG) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(title, { body: body.slice(0, 200), tag: title });
    notice.addEventListener('click', () => {
      window.focus();
      onClick();
      notice.close();
    });
  } catch {
    // Some browsers of phones allow notices to service workers only: the title of the page tells.
  }
}

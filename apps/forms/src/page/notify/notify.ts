/** Milliseconds that a task must have taken for its end to be worth a notification. */
const LONG = 10_000;

/** True if the browser can be asked for the permission to show notifications. */
export function canAskForNotices(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

/** Asks for the permission to show notifications; it is called only after a click. */
export async function askForNotices(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

/** Options of {@link notify}: the content of a notification. */
export interface NoticeOptions {
  readonly title: string;
  readonly body: string;
  /** The time when the task began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Called when the notification is clicked, to show the task. */
  readonly onClick: () => void;
}

/**
 * Shows a notification that a long task has ended or asks something, if it is allowed and the page
 * is hidden.
 */
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

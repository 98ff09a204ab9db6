/** The minimum duration of a task, in milliseconds, for its end to cause a notification. */
const LONG = 10_000;

/** True if the browser can be asked for the permission to show notifications. */
export function canAskForNotices(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

/**
 * Asks the person to allow notifications and resolves with true if they do. It must follow a click.
 */
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
 * Shows a notification that a long task has ended or asks something, if the person has allowed that
 * and the page is hidden.
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
    // Some mobile browsers allow notifications to service workers only; there the title of the page
    // shows the state.
  }
}

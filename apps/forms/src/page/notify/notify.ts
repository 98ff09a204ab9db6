/** The minimum duration of a task, in milliseconds, for its end to cause a notification. */
const LONG = 10_000;

/**
 * Returns whether the browser shows notifications: `default` until the person is asked, `missing` if
 * it has none.
 */
export function readNoticeState(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}

/** Asks the person to allow notifications. It must follow a click. */
export async function askForNotices(): Promise<void> {
  try {
    await Notification.requestPermission();
  } catch {
    // A browser that cannot ask keeps its state.
  }
}

/**
 * Shows a notification that a long task has ended or asks something, if the person has allowed that
 * and the page is hidden.
 */
export function notify({
  title,
  body,
  startedAt,
  onClick,
}: {
  readonly title: string;
  readonly body: string;
  /** The time when the task began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Called when the notification is clicked, to show the task. */
  readonly onClick: () => void;
}): void {
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

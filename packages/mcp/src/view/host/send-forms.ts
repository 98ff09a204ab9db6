/**
 * Lets forms be sent where the sandbox of the host forbids it (no `allow-forms`): nothing leaves the
 * page by a form, and only the event counts.
 */
export function sendFormsByEvent(page: Document): void {
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

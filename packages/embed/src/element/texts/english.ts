import type { Texts } from './texts.ts';

export const ENGLISH_TEXTS: Texts = {
  loading: 'Loading the form…',
  unavailable: 'This form cannot be shown',
  reasons: {
    missing: 'There is no form at this address any more, or there never was one.',
    network: 'The form could not be reached. Check your connection, and try again.',
    busy: 'Too much came from your connection in a short time. Wait a minute, then try again.',
    origin: 'The owner of this form has not allowed it on this page.',
    receipt: 'This link is not complete, or what it stood for has been deleted in the meantime.',
    'link-invalid':
      'This link has been changed, or is not for this form. Ask whoever sent it for another one.',
    'link-expired': 'This link is no longer valid. Ask whoever sent it for another one.',
    'link-used': 'This link could be used once, and has been. Ask whoever sent it for another one.',
    'link-values':
      'This link fills in something that the form does not take, so the form could never be sent. Ask whoever sent the link for another one.',
    settings: 'The page does not say which form to show here.',
  },
  tryAgain: 'Try again',
  prefilled: (labels) =>
    `Already filled in by your link: ${labels}. Check this before you send it.`,
  given: (labels) => `Already filled in: ${labels}. Check this before you send it.`,
  fixed: (labels) => `Set by your link, and not to be changed: ${labels}.`,
  once: 'You can send this form once.',
  unsent: 'Nothing was sent. What you entered is still here, so that you can copy it.',
  keepReceipt: 'Keep this link. It shows what becomes of what you sent.',
  sendReceipt: 'Send it to me',
  receipt: 'Your receipt',
  receiptOf: (form) => `Receipt: ${form}`,
  receiptHelp:
    'What you entered is not shown here, because anybody who has this link can open this page.',
  another: 'Fill in another one',
  change: 'Change it and send again',
};

import type { Texts } from './texts.ts';

export const ENGLISH_TEXTS: Texts = {
  loading: 'Loading the form…',
  unavailable: 'This form cannot be shown',
  reasons: {
    missing: 'There is no form at this address any more, or there never was one.',
    network: 'The form could not be reached. Check your connection, and try again.',
    origin: 'The owner of this form has not allowed it on this page.',
    receipt: 'This link is not complete, or what it stood for has been deleted in the meantime.',
    'link-invalid':
      'This link has been changed, or is not for this form. Ask whoever sent it for another one.',
    'link-expired': 'This link is no longer valid. Ask whoever sent it for another one.',
    'link-used': 'This link could be used once, and has been. Ask whoever sent it for another one.',
    settings: 'The page does not say which form to show here.',
  },
  tryAgain: 'Try again',
  prefilled: (labels) =>
    `Already filled in by your link: ${labels}. Check this before you send it.`,
  fixed: (labels) => `Set by your link, and not to be changed: ${labels}.`,
  once: 'You can send this form once.',
  keepReceipt: 'Keep this link. It shows what becomes of what you sent:',
  receipt: 'Your receipt',
  yours: 'What you sent',
  another: 'Fill in another one',
  change: 'Change it and send again',
};

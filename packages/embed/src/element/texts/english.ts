import type { Texts } from './texts.ts';

export const ENGLISH_TEXTS: Texts = {
  loading: 'Loading the form…',
  unavailable: 'This form cannot be shown',
  reasons: {
    missing: 'There is no form at this address.',
    network: 'The form could not be reached. Check your connection, and try again.',
    busy: 'Too many requests came from your connection. Wait a minute, then try again.',
    origin: 'The owner of this form has not allowed it on this page.',
    receipt: 'This link is incomplete, or what it showed has been deleted.',
    'link-invalid':
      'This link has been changed, or is not for this form. Ask whoever sent it for another one.',
    'link-expired': 'This link is no longer valid. Ask whoever sent it for another one.',
    'link-used': 'This link worked once and has been used. Ask whoever sent it for another one.',
    'link-values':
      'This link fills in something that the form does not take, so the form could never be sent. Ask whoever sent the link for another one.',
    settings: 'The page does not say which form to show here.',
  },
  tryAgain: 'Try again',
  prefilled: (labels) => `Your link has filled in ${labels}. Check it before you send the form.`,
  given: (labels) => `Already filled in: ${labels}. Check it before you send the form.`,
  fixed: (labels) => `Set by your link and cannot be changed: ${labels}.`,
  once: 'You can send this form once.',
  unsent: 'Nothing was sent. Your answers are still here, so that you can copy them.',
  keepReceipt: 'Keep this link. It shows what becomes of what you sent.',
  sendReceipt: 'Send it to me',
  receipt: 'Your receipt',
  receiptOf: (form) => `Receipt: ${form}`,
  receiptHelp: 'Your answers are not shown here, because anyone with this link can open this page.',
  another: 'Fill it in again',
  change: 'Edit and send again',
};

import type { Texts } from './texts.ts';

export const ENGLISH_TEXTS: Texts = {
  waiting: 'Waiting for the assistant…',
  preparing: 'The assistant fills in the form.',
  change: 'Change and send again',
  back: 'Back',
  goOn: 'Go on in the chat',
  goOnMessage: (title) => `I have used the form "${title}". Please go on with what came of it.`,
  agent: (alias) => `Remote agent: ${alias}`,
  openLink: (host) => `Open ${host}?`,
  open: 'Open',
  cancel: 'Cancel',
  noLinks: 'This app opens no links. Copy the address if you trust it.',
  noDownloads: 'This app saves no files.',
  refused: 'The app did not do it.',
};

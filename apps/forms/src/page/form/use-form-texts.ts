import type { FormTexts } from '../texts/form-texts.ts';
import { isTask } from '../texts/is-task.ts';
import { useTexts } from '../texts/use-texts.ts';

const ENGLISH: FormTexts = {
  forms: 'Ways to fill this in',
  deprecated: 'deprecated',
  run: (skill) => (isTask(skill) ? skill : `Run “${skill}”`),
  noInput: 'Nothing has to be filled in.',
  unchecked: 'The agent has no form for this: it takes text.',
  draftBack: (time) => `Your draft of ${time} is back.`,
  draftDrift: 'The agent has changed this form since you began.',
  otherTab: 'Another tab changed this form too: start over to get that.',
  linkFilled: 'A link filled this in. Check it before you send it.',
  linkDrift: 'The agent has changed this form since the link was made.',
  runFilled: (time) => `Filled in as in your run of ${time}.`,
  noLongerFits: 'What no longer fits:',
  stillFits: 'What is entered still fits.',
  startOver: 'Start over',
  secret: (origin) =>
    `This form asks for a secret. It is sent to ${origin} and never kept in drafts, history or links.`,
  batch: 'Run a whole table',
  asJson: 'Edit as JSON',
  chat: 'Or say it in your own words',
  copyLink: 'Copy a link with these values',
  linkCopied: 'Link copied: it holds what you entered, and no credentials.',
  linkTooLong: 'This is too long for a link.',
  filesHint: 'Files are not kept in drafts or history.',
  notSent: 'This could not be sent',
  notSentNext: 'Try again, or edit what you sent.',
  workingLong: 'You can leave: the task goes on, and is listed in the history.',
  print: 'Print',
};

/**
 * Returns the texts around a form and what was sent with it, in the language of the page. Those of
 * other languages load with the other texts of the language.
 */
export function useFormTexts(): FormTexts {
  return useTexts().form ?? ENGLISH;
}

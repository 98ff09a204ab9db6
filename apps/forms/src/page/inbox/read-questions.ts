import type { PeopleClient, QuestionView } from '@formwork/people/client';

/** Reads so many pages of an inbox, or all of them if there are fewer. */
export async function readQuestions(
  people: Pick<PeopleClient, 'listInbox'>,
  { pages, signal }: { readonly pages: number; readonly signal: AbortSignal },
): Promise<{
  readonly questions: readonly QuestionView[];
  /** True if others were asked later. */
  readonly hasMore: boolean;
}> {
  // A question that has moved between two requests may be on two pages.
  const questionsByTask = new Map<string, QuestionView>();
  let token: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const read = await people.listInbox(token === undefined ? {} : { pageToken: token }, signal);
    for (const question of read.questions) questionsByTask.set(question.taskId, question);
    token = read.nextPageToken;
    if (token === undefined) break;
  }
  return { questions: [...questionsByTask.values()], hasMore: token !== undefined };
}

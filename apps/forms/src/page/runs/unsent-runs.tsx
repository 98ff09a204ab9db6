import { toVisibleText } from '@formwork/react';
import type { ReactNode } from 'react';
import { isUnsure } from '../history/run.ts';
import { formatTime } from '../parts/format-time.ts';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { createTextsHook, useTexts } from '../texts/use-texts.ts';
import { keepsId } from '../work/repeat-plan.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { toRunTitle } from './run-list.tsx';

/** Returns the texts about runs that may not have reached the agent, in the language of the page. */
export const useUnsentTexts: () => {
  /** The sentence about a run of `time` whose title is `title`. */
  readonly left: (title: string, time: string) => string;
  /** The sentence about the last answer to the questions of a run. */
  readonly leftAnswer: (title: string, time: string) => string;
  /** The sentence about so many rows of a table for the skill `name`. */
  readonly leftRows: (name: string, count: number, time: string) => string;
  readonly send: string;
  readonly open: string;
  readonly discard: string;
  /** The heading and the help of such a run. */
  readonly heading: string;
  readonly help: string;
  /** The help of a run that can only be sent as another one. */
  readonly anew: string;
  /** The help of a run that another person has filled in. */
  readonly others: string;
  /** The sentence of a page that cannot keep what is entered. */
  readonly full: string;
} = createTextsHook({
  en: {
    left: (title, time) =>
      `No answer to “${title}” of ${time} had come when the page was closed or reloaded.`,
    leftAnswer: (title, time) =>
      `Your answer in “${title}” of ${time} was not confirmed when the page was closed or reloaded.`,
    leftRows: (name, count, time) =>
      `${count === 1 ? '1 row' : `${count} rows`} of your table for “${name}” of ${time} had no result when the page was closed or reloaded.`,
    send: 'Send it now',
    open: 'Look at it',
    discard: 'Discard',
    heading: 'This may not have been sent',
    help: 'The page was closed or reloaded before the agent answered. Sending it now does not do it twice.',
    anew: 'The page was closed or reloaded before the agent answered, and not all of it could be kept. The agent may have it already: what you send now is done in addition.',
    others:
      'It was filled in under another sign-in, so it is not sent in your name. It waits here for the person who filled it in.',
    full: 'This browser has no room left, or what you entered is too long for it: it is here only until you close or reload this page. Remove what you no longer need in the settings.',
  },
  de: {
    left: (title, time) =>
      `Auf „${title}“ vom ${time} war noch keine Antwort da, als die Seite geschlossen oder neu geladen wurde.`,
    leftAnswer: (title, time) =>
      `Ihre Antwort in „${title}“ vom ${time} war nicht bestätigt, als die Seite geschlossen oder neu geladen wurde.`,
    leftRows: (name, count, time) =>
      `${count === 1 ? '1 Zeile' : `${count} Zeilen`} Ihrer Tabelle für „${name}“ vom ${time} ${count === 1 ? 'hatte' : 'hatten'} kein Ergebnis, als die Seite geschlossen oder neu geladen wurde.`,
    send: 'Jetzt senden',
    open: 'Ansehen',
    discard: 'Verwerfen',
    heading: 'Das wurde vielleicht nicht gesendet',
    help: 'Die Seite wurde geschlossen oder neu geladen, bevor der Agent antwortete. Wenn Sie es jetzt senden, wird es nicht zweimal ausgeführt.',
    anew: 'Die Seite wurde geschlossen oder neu geladen, bevor der Agent antwortete, und nicht alles konnte aufbewahrt werden. Vielleicht hat der Agent es schon: Was Sie jetzt senden, wird zusätzlich ausgeführt.',
    others:
      'Es wurde unter einer anderen Anmeldung ausgefüllt und wird deshalb nicht in Ihrem Namen gesendet. Es wartet hier auf die Person, die es ausgefüllt hat.',
    full: 'Dieser Browser hat keinen Platz mehr, oder Ihre Eingabe ist zu lang für ihn: Sie bleibt nur, bis Sie diese Seite schließen oder neu laden. Entfernen Sie in den Einstellungen, was Sie nicht mehr brauchen.',
  },
  ar: {
    left: (title, time) =>
      `لم يصل رد على «${title}» بتاريخ ${time} حين أُغلقت الصفحة أو أُعيد تحميلها.`,
    leftAnswer: (title, time) =>
      `لم تؤكَّد إجابتك في «${title}» بتاريخ ${time} حين أُغلقت الصفحة أو أُعيد تحميلها.`,
    leftRows: (name, count, time) =>
      `صفوف بلا نتيجة من جدولك «${name}» بتاريخ ${time} عند إغلاق الصفحة أو إعادة تحميلها: ${count}.`,
    send: 'أرسله الآن',
    open: 'اعرضه',
    discard: 'تجاهله',
    heading: 'ربما لم يُرسل هذا',
    help: 'أُغلقت الصفحة أو أُعيد تحميلها قبل أن يجيب الوكيل. لن يُنفَّذ مرتين إن أرسلته الآن.',
    anew: 'أُغلقت الصفحة أو أُعيد تحميلها قبل أن يجيب الوكيل، ولم يمكن حفظ كل شيء. ربما وصل إلى الوكيل: ما ترسله الآن يُنفَّذ إضافةً إليه.',
    others: 'مُلئ هذا بتسجيل دخول آخر، لذلك لا يُرسل باسمك. وهو ينتظر هنا من ملأه.',
    full: 'لم يعد في هذا المتصفح متسع، أو أن ما أدخلته أطول مما يسعه: سيبقى هنا حتى تغلق هذه الصفحة أو تعيد تحميلها فقط. احذف من الإعدادات ما لم تعد تحتاج إليه.',
  },
});

/** The most runs that are offered at once; the history has the others. */
const MOST_OFFERED = 3;

/**
 * Offers to send the runs that an earlier page could not send, or of which it did not learn whether
 * the agent got them, and says when nothing more can be kept. The run whose id is `shown` is left
 * out.
 */
export function UnsentRuns({ shown }: { readonly shown: string | undefined }): ReactNode {
  const texts = useTexts();
  const unsentTexts = useUnsentTexts();
  const { runs, entries, description, routeAgent, isOwn, isFull, sendUnsent, discard } =
    useWorkspace();
  const unsentRuns = runs.filter(
    (run) => isUnsure(run) && run.id !== shown && !entries.has(run.id) && isOwn(run),
  );
  const offers = unsentRuns.slice(0, MOST_OFFERED).map((run) => (
    <div key={run.id} className="note" data-kind="warning" role="status">
      <p dir="auto">
        <Icon name="alert" />
        {(run.pending === undefined ? unsentTexts.left : unsentTexts.leftAnswer)(
          toRunTitle(run, texts.language),
          formatTime(run.startedAt, texts.language),
        )}
      </p>
      <div className="buttons">
        {run.pending === undefined && keepsId(run, description) && (
          <button type="button" onClick={() => sendUnsent(run)}>
            {unsentTexts.send}
          </button>
        )}
        <a className="quiet" href={toHash({ ...routeAgent, run: run.id })}>
          {unsentTexts.open}
        </a>
        <button type="button" className="quiet" onClick={() => discard(run)}>
          {unsentTexts.discard}
        </button>
      </div>
    </div>
  ));
  return (
    <>
      {isFull && (
        <p className="note" data-kind="warning" role="status">
          <Icon name="alert" />
          {unsentTexts.full}
        </p>
      )}
      {offers}
    </>
  );
}

/** Offers to go on with the tables that had rows without a result when their page was closed. */
export function LeftTables(): ReactNode {
  const texts = useTexts();
  const unsentTexts = useUnsentTexts();
  const { batches, description, routeAgent, dropBatch } = useWorkspace();
  return batches.slice(0, MOST_OFFERED).map(({ id, skillId, schema, startedAt, rows }) => (
    <div key={id} className="note" data-kind="warning" role="status">
      <p dir="auto">
        <Icon name="alert" />
        {unsentTexts.leftRows(
          toVisibleText(findSkill(description, skillId)?.name ?? skillId),
          rows.length,
          formatTime(startedAt, texts.language),
        )}
      </p>
      <div className="buttons">
        <a
          className="quiet"
          href={toHash({ ...routeAgent, skill: skillId, schema, view: 'batch' })}
        >
          {unsentTexts.open}
        </a>
        <button type="button" className="quiet" onClick={() => dropBatch(id)}>
          {unsentTexts.discard}
        </button>
      </div>
    </div>
  ));
}

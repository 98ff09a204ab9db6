import type { ExchangeEvent } from '@formwork/client';
import { indentJson } from '@formwork/schema/json';
import { type ReactNode, useState } from 'react';
import type { Run } from '../history/run.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { toCurl } from '../snippets/to-curl.ts';
import { toTypeScript } from '../snippets/to-typescript.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';
import { createTextsHook, useTexts } from '../texts/use-texts.ts';
import { findInput } from '../work/run-input.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';

const ENGLISH: DetailsTexts = {
  facts: {
    task: 'Task',
    context: 'Conversation',
    schema: 'Schema',
    fingerprint: 'Fingerprint',
    sent: 'Sent',
    started: 'Started',
    took: 'Took',
    door: 'Sent to',
    protocol: 'Protocol',
  },
  snippet: 'As a program',
  snippetHelp: 'The same call. Set your credentials yourself: they are never copied.',
  wire: 'Sent and received',
  wireEmpty: 'Nothing was recorded for this run.',
  wireSent: 'Sent',
  wireReceived: 'Received',
};

const GERMAN: DetailsTexts = {
  facts: {
    task: 'Aufgabe',
    context: 'Gespräch',
    schema: 'Schema',
    fingerprint: 'Fingerabdruck',
    sent: 'Abgeschickt',
    started: 'Begonnen',
    took: 'Dauer',
    door: 'Gesendet an',
    protocol: 'Protokoll',
  },
  snippet: 'Als Programm',
  snippetHelp: 'Derselbe Aufruf. Setzen Sie Zugangsdaten selbst ein: Sie werden nie kopiert.',
  wire: 'Gesendet und empfangen',
  wireEmpty: 'Für diese Ausführung wurde nichts aufgezeichnet.',
  wireSent: 'Gesendet',
  wireReceived: 'Empfangen',
};

const ARABIC: DetailsTexts = {
  facts: {
    task: 'المهمة',
    context: 'المحادثة',
    schema: 'المخطط',
    fingerprint: 'البصمة',
    sent: 'الإرسال',
    started: 'البداية',
    took: 'المدة',
    door: 'أُرسل إلى',
    protocol: 'البروتوكول',
  },
  snippet: 'كبرنامج',
  snippetHelp: 'النداء نفسه. ضع بيانات الدخول بنفسك: لا تُنسخ أبدًا.',
  wire: 'المُرسل والمُستلم',
  wireEmpty: 'لم يُسجل شيء لهذا التشغيل.',
  wireSent: 'مُرسل',
  wireReceived: 'مُستلم',
};

/** Returns the texts of the area with a run's details, in the language of the page. */
const useDetailsTexts: () => DetailsTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});

/** The milliseconds after which a run counts as sent later than its form. */
const LATE = 1000;

interface RunDetailsProps {
  readonly run: Run;
  readonly exchanges: readonly ExchangeEvent[];
}

/**
 * Draws the details of a run: its ids and times, the call as a program, and all HTTP messages of
 * its task.
 */
export function RunDetails({ run, exchanges }: RunDetailsProps): ReactNode {
  const texts = useTexts();
  const detailsTexts = useDetailsTexts();
  const { description } = useWorkspace();
  const { facts } = detailsTexts;
  const times = new Intl.DateTimeFormat(texts.language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  const { startedAt, begunAt = startedAt } = run;
  const seconds = new Intl.NumberFormat(texts.language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  });
  const took = run.endedAt === undefined ? undefined : (run.endedAt - begunAt) / 1000;
  const rows: readonly (readonly [string, string])[] = [
    [facts.task, run.taskId],
    [facts.context, run.contextId],
    [facts.schema, run.input.kind === 'input' ? run.input.schema : ''],
    [facts.fingerprint, run.input.kind === 'input' ? run.input.fingerprint : ''],
    [facts.sent, begunAt - startedAt < LATE ? '' : times.format(startedAt)],
    [facts.started, times.format(begunAt)],
    [facts.took, took === undefined ? '' : seconds.format(Math.max(0, took))],
    [facts.door, description.url],
    [facts.protocol, `A2A ${description.protocolVersion} ${description.binding}`],
  ];
  return (
    <>
      <dl className="facts">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      <Snippets run={run} exchanges={exchanges} />
      <h3>{detailsTexts.wire}</h3>
      {exchanges.length === 0 && <p className="help">{detailsTexts.wireEmpty}</p>}
      {exchanges.map((exchange, n) => (
        <Exchange key={n} exchange={exchange} />
      ))}
    </>
  );
}

function Snippets({ run, exchanges }: RunDetailsProps): ReactNode {
  const detailsTexts = useDetailsTexts();
  const [language, setLanguage] = useState<'curl' | 'TypeScript'>('curl');
  const { agent, description, credentialNames } = useWorkspace();
  const credentials = credentialNames();
  // A run that was opened again has only recorded how it was watched, and long bodies are cut.
  const callExchange = exchanges.find(
    ({ direction, body }) => direction === 'sent' && isCall(body, run),
  );
  const { input } = run;
  const data =
    input.kind === 'input'
      ? withoutSecrets(input.data, findInput(description, run)?.schema)
      : undefined;
  const isOfSeveral = (findSkill(description, run.skillId)?.inputs.length ?? 0) > 1;
  const schema = input.kind === 'input' && isOfSeveral ? input.schema : undefined;
  const begun = isBegunIn(callExchange?.body, run.contextId) ? run.contextId : undefined;
  const program = {
    agent,
    skillId: run.skillId,
    credentials,
    ...(data !== undefined && { data: schema === undefined ? data : { schema, data } }),
    ...(input.kind === 'text' && begun !== undefined && { contextId: begun }),
    ...(input.kind === 'text' && { text: input.text }),
    ...(input.files !== undefined && { files: input.files }),
  };
  const { protocolVersion } = description;
  const text =
    language === 'curl'
      ? callExchange && toCurl({ ...callExchange, protocolVersion, credentials })
      : toTypeScript(program);
  return (
    <>
      <h3>{detailsTexts.snippet}</h3>
      <p className="help">{detailsTexts.snippetHelp}</p>
      <div className="buttons">
        {(['curl', 'TypeScript'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={language === name}
            onClick={() => setLanguage(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {text === undefined ? (
        <p className="help">{detailsTexts.wireEmpty}</p>
      ) : (
        <>
          <pre dir="ltr" tabIndex={0} aria-label={language}>
            {text}
          </pre>
          <CopyButton toText={() => text} />
        </>
      )}
    </>
  );
}

/** True for the body of the request that began a run: its message has the id of the run. */
function isCall(body: string, run: Run): boolean {
  try {
    JSON.parse(body);
    return body.includes(JSON.stringify(run.id));
  } catch {
    return false;
  }
}

/** True if a message named its conversation, which goes on; a new one has its id from the agent. */
function isBegunIn(body: string | undefined, contextId: string): boolean {
  return contextId !== '' && body?.includes(JSON.stringify(contextId)) === true;
}

function Exchange({ exchange }: { readonly exchange: ExchangeEvent }): ReactNode {
  const detailsTexts = useDetailsTexts();
  const { direction, method, url, status, body } = exchange;
  const isSent = direction === 'sent';
  return (
    <details className="exchange">
      <summary>
        <span className="tag" data-kind={direction}>
          {isSent ? detailsTexts.wireSent : `${detailsTexts.wireReceived} ${status ?? ''}`}
        </span>
        <span dir="ltr" className="line">
          {method} {url}
        </span>
      </summary>
      <pre
        dir="ltr"
        tabIndex={0}
        aria-label={isSent ? detailsTexts.wireSent : detailsTexts.wireReceived}
      >
        {toReadable(body)}
      </pre>
      <CopyButton toText={() => body} />
    </details>
  );
}

/** Indents the body of an HTTP message if it is JSON; other text is returned unchanged. */
function toReadable(body: string): string {
  try {
    return indentJson(JSON.parse(body));
  } catch {
    return body;
  }
}

/** The texts of the area with a run's details, in one language. */
interface DetailsTexts {
  readonly facts: {
    readonly task: string;
    readonly context: string;
    readonly schema: string;
    readonly fingerprint: string;
    /** The time at which the form was sent, if it reached the agent later. */
    readonly sent: string;
    readonly started: string;
    readonly took: string;
    readonly door: string;
    readonly protocol: string;
  };
  readonly snippet: string;
  readonly snippetHelp: string;
  readonly wire: string;
  readonly wireEmpty: string;
  readonly wireSent: string;
  readonly wireReceived: string;
}

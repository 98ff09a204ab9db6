import type { Language } from '@formwork/react/internal';
import type { RunState } from '../history/run.ts';
import type { FormTexts } from './form-texts.ts';

/** All texts of the page in one language, except those of agents, forms and results. */
export interface Texts {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The texts around a form; absent for English, whose texts load with forms. */
  readonly form?: FormTexts;
  readonly skip: string;
  readonly close: string;
  readonly copy: string;
  readonly copied: string;
  readonly cancel: string;
  readonly retry: string;

  readonly places: {
    readonly skills: string;
    readonly thread: string;
    readonly details: string;
    readonly inbox: string;
    readonly history: string;
  };
  /** The word on the control key of keyboards. */
  readonly controlKey: string;
  readonly search: string;
  readonly settings: string;

  readonly address: string;
  readonly addressHelp: string;
  readonly openAgent: string;
  readonly addressWrong: string;
  readonly savedAgents: string;
  forget(name: string): string;
  readonly welcome: string;
  readonly welcomeHelp: string;
  readonly lookingAt: (agent: string) => string;
  readonly stillLooking: string;
  readonly agentFailed: string;
  readonly agentFailedNext: string;
  readonly serverFailed: string;
  readonly pageFailed: string;
  readonly from: (origin: string) => string;
  readonly warnings: string;
  readonly skills: string;
  readonly noSkills: string;
  readonly chooseSkill: string;
  readonly unknownSkill: string;
  readonly waits: string;
  readonly tryFirst: string;
  readonly fillIn: string;
  readonly startEmpty: string;
  readonly tryOthers: string;
  readonly recent: string;
  readonly allRuns: string;

  readonly access: string;
  readonly accessSet: string;
  readonly accessNeeded: string;
  readonly useAccess: string;
  /** The label of the button that stores the entered credentials and repeats the refused call. */
  readonly signInAgain: string;
  readonly forgetAccess: string;

  readonly unknownRun: string;
  readonly states: Readonly<Record<RunState, string>>;

  readonly loadingForm: string;
  readonly newRun: string;

  readonly sent: string;
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
  readonly more: (count: number) => string;
  /** The label of the button that unfolds the less frequent actions. */
  readonly moreActions: string;
  readonly result: string;
  /** The note that a message cannot be sent, because a part of the page could not be loaded. */
  /** The sentence that a part of the page could not be loaded yet. */
  readonly incomplete: string;
  /** Said instead if the server has another version of the page. */
  readonly outdated: string;
  readonly reload: string;
  readonly runAgain: string;
  readonly edit: string;
  readonly compare: string;
  readonly details: string;
  readonly chatLabel: (agent: string) => string;
  readonly send: string;
}

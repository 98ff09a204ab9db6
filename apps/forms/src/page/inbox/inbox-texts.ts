import { createTextsHook } from '../texts/use-texts.ts';

/** The texts of the inbox in one language, loaded with it. */
export interface InboxTexts {
  readonly title: string;
  /** The line below the heading: how many questions wait. */
  readonly count: (count: number) => string;
  readonly empty: string;
  readonly emptyHelp: string;
  /** The line beside agents that cannot be read: nothing waits at the only other one. */
  readonly emptyAt: (agent: string) => string;
  /** The same if there are several others. */
  readonly emptyElsewhere: string;
  readonly failed: string;
  /** The same about one of several agents. */
  readonly failedAt: (agent: string) => string;
  readonly unknown: string;
  readonly unknownAt: (agent: string) => string;
  readonly more: string;
  /** The sentence about questions that are not read yet. */
  readonly moreHelp: string;
  readonly loading: string;
  readonly back: string;
  readonly next: string;
  readonly own: string;
  readonly askedFor: (who: string) => string;
  readonly asked: (time: string) => string;
  readonly due: (time: string) => string;
  /** The due time of a question that answers itself then. */
  readonly answersItself: (time: string) => string;
  readonly overdue: (time: string) => string;
  readonly isOverdue: string;
  readonly escalated: (who: string) => string;
  readonly takenBy: (who: string) => string;
  readonly takenByYou: string;
  readonly take: string;
  readonly giveBack: string;
  readonly handOver: string;
  readonly handOverTo: string;
  readonly handOverHelp: string;
  readonly handOverWrong: string;
  /**
   * The fault of an address that leads to the person who asks, where another one has to answer.
   */
  readonly handOverCaller: string;
  readonly handedOver: (who: string) => string;
  /** Says who is asked after a handover to a person; the name may be unknown. */
  readonly nowWith: (who: string) => string;
  readonly nowWithRole: (role: string) => string;
  readonly cancel: string;
  readonly about: string;
  readonly yourAnswer: string;
  readonly answer: string;
  readonly answerMissing: string;
  readonly signInFirst: string;
  readonly answered: string;
  readonly answeredHelp: string;
  readonly tooLate: string;
  /** The heading above what the person had entered when they came too late. */
  readonly entered: string;
  /** The line that says whose answer a link gives. */
  readonly answersAs: (who: string) => string;
  readonly taken: (who: string) => string;
  /** The note beside {@link taken} about what the person had entered before. */
  readonly kept: string;
  /** The note that another tab keeps an answer to the question as well. */
  readonly otherTab: string;
  /** The name of the button that brings the other answer into this tab. */
  readonly exchange: string;
  /** The note that a question which the person had taken became overdue. */
  readonly lost: string;
  readonly formRefused: string;
  readonly linkGone: string;
  /** The note that an answer may have arrived, because nothing came back. */
  readonly notSent: string;
  readonly unsent: string;
  /** The note that a question could not be taken, given back or handed over. */
  readonly notDone: string;
  /** The note that one question, or what it is about, could not be read. */
  readonly notRead: string;
  readonly notifyMe: string;
  readonly notifyOn: string;
  readonly notifyOff: string;
  readonly notifyFailed: string;
}

const ENGLISH: InboxTexts = {
  title: 'Inbox',
  count: (count) => (count === 1 ? '1 question waits for you' : `${count} questions wait for you`),
  empty: 'Nothing waits for you',
  emptyHelp: 'Questions that you are asked, and those of your own tasks, appear here.',
  emptyAt: (agent) => `Nothing waits for you at ${agent}.`,
  emptyElsewhere: 'Nothing waits for you at the other agents.',
  unknown: 'Sign in to see what waits for you.',
  unknownAt: (agent) => `${agent}: sign in to see what waits for you there.`,
  failed: 'The inbox cannot be read at the moment. It is tried again by itself.',
  failedAt: (agent) => `${agent} cannot be reached at the moment. It is tried again by itself.`,
  more: 'Show more',
  moreHelp: 'More questions wait, which were asked later. Some of them may be due earlier.',
  loading: 'Loading questions …',
  back: 'All questions',
  next: 'Next question',
  own: 'Your task',
  askedFor: (who) => `For ${who}`,
  asked: (time) => `Asked ${time}`,
  due: (time) => `Due ${time}`,
  answersItself: (time) => `Due ${time}, then it answers itself`,
  overdue: (time) => `Was due ${time}`,
  isOverdue: 'Overdue',
  escalated: (who) => `Escalated to ${who}`,
  takenBy: (who) => `Taken by ${who}`,
  takenByYou: 'Taken by you',
  take: 'Take it',
  giveBack: 'Give it back',
  handOver: 'Hand over',
  handOverTo: 'Hand over to',
  handOverHelp: 'Type a name, such as kim, or role:approver for everybody who has that role.',
  handOverWrong: 'Nobody can be reached at this address.',
  handOverCaller: 'Somebody other than the person whose task asks has to answer this question.',
  handedOver: (who) => `Handed over to ${who}`,
  nowWith: (who) =>
    `Now it is with ${who}, and nobody else is asked any more. Names are not checked: if nobody signs in as ${who}, nobody will answer.`,
  nowWithRole: (role) => `Now it is with everybody who has the role ${role}.`,
  cancel: 'Cancel',
  about: 'What it is about',
  yourAnswer: 'Your answer',
  answer: 'Answer',
  answerMissing: 'Enter an answer.',
  signInFirst: 'Sign in or consent there first',
  answered: 'Answered',
  answeredHelp: 'Thank you. The task goes on.',
  tooLate: 'This question no longer waits for you: somebody has answered it, or it was withdrawn.',
  entered: 'What you had entered',
  answersAs: (who) => `You answer as ${who}.`,
  taken: (who) => `${who} has taken this question.`,
  kept: 'What you have entered stays here in case it is given back.',
  otherTab: 'Another tab has begun an answer, too. Both are kept.',
  exchange: 'Exchange them',
  lost: 'This question is overdue, so it is no longer yours alone: others may answer it now, too.',
  formRefused: 'This question has a form that cannot be shown safely. Answer it another way.',
  linkGone: 'This link no longer works: the question was answered, or the link is too old.',
  notSent: 'The agent has not confirmed your answer. Try again: it counts once.',
  unsent: 'Your answer was not sent.',
  notDone: 'That did not work. Try again.',
  notRead: 'The question cannot be read at the moment.',
  notifyMe: 'Notify me',
  notifyOn: 'This browser tells you of new questions.',
  notifyOff: 'Stop notifications',
  notifyFailed: 'This browser does not allow notifications.',
};

const GERMAN: InboxTexts = {
  title: 'Eingang',
  count: (count) => (count === 1 ? '1 Frage wartet auf Sie' : `${count} Fragen warten auf Sie`),
  empty: 'Nichts wartet auf Sie',
  emptyHelp: 'Hier erscheinen Fragen an Sie und die Fragen Ihrer eigenen Aufgaben.',
  emptyAt: (agent) => `Bei ${agent} wartet nichts auf Sie.`,
  emptyElsewhere: 'Bei den anderen Agenten wartet nichts auf Sie.',
  unknown: 'Melden Sie sich an, um zu sehen, was auf Sie wartet.',
  unknownAt: (agent) => `${agent}: Melden Sie sich an, um zu sehen, was dort auf Sie wartet.`,
  failed: 'Der Eingang ist gerade nicht lesbar. Es wird von selbst wieder versucht.',
  failedAt: (agent) => `${agent} ist gerade nicht erreichbar. Es wird von selbst wieder versucht.`,
  more: 'Mehr anzeigen',
  moreHelp:
    'Es warten noch mehr Fragen, die später gestellt wurden. Manche können früher fällig sein.',
  loading: 'Fragen werden geladen …',
  back: 'Alle Fragen',
  next: 'Nächste Frage',
  own: 'Ihre Aufgabe',
  askedFor: (who) => `Für ${who}`,
  asked: (time) => `Gefragt ${time}`,
  due: (time) => `Fällig ${time}`,
  answersItself: (time) => `Fällig ${time}, danach beantwortet sie sich selbst`,
  overdue: (time) => `War fällig ${time}`,
  isOverdue: 'Überfällig',
  escalated: (who) => `Eskaliert an ${who}`,
  takenBy: (who) => `Übernommen von ${who}`,
  takenByYou: 'Von Ihnen übernommen',
  take: 'Übernehmen',
  giveBack: 'Zurückgeben',
  handOver: 'Weitergeben',
  handOverTo: 'Weitergeben an',
  handOverHelp:
    'Geben Sie einen Namen ein, etwa kim, oder role:approver für alle, die diese Rolle haben.',
  handOverWrong: 'Unter dieser Adresse ist niemand erreichbar.',
  handOverCaller: 'Diese Frage muss jemand anders beantworten als die Person, deren Aufgabe fragt.',
  handedOver: (who) => `Weitergegeben an ${who}`,
  nowWith: (who) =>
    `Die Frage liegt jetzt bei ${who}, und sonst wird niemand mehr gefragt. Namen werden nicht geprüft: Meldet sich niemand als ${who} an, bleibt sie unbeantwortet.`,
  nowWithRole: (role) => `Die Frage liegt jetzt bei allen, die die Rolle ${role} haben.`,
  cancel: 'Abbrechen',
  about: 'Worum es geht',
  yourAnswer: 'Ihre Antwort',
  answer: 'Antworten',
  answerMissing: 'Geben Sie eine Antwort ein.',
  signInFirst: 'Melden Sie sich zuerst dort an',
  answered: 'Beantwortet',
  answeredHelp: 'Vielen Dank. Die Aufgabe geht weiter.',
  tooLate:
    'Diese Frage wartet nicht mehr auf Sie: Jemand hat sie beantwortet, oder sie wurde zurückgezogen.',
  entered: 'Was Sie eingegeben hatten',
  answersAs: (who) => `Sie antworten als ${who}.`,
  taken: (who) => `${who} hat diese Frage übernommen.`,
  kept: 'Ihre Eingaben bleiben hier, falls die Frage zurückgegeben wird.',
  otherTab: 'Auch ein anderer Tab hat eine Antwort begonnen. Beide bleiben.',
  exchange: 'Austauschen',
  lost: 'Diese Frage ist überfällig und gehört nicht mehr Ihnen allein: Auch andere können sie jetzt beantworten.',
  formRefused:
    'Diese Frage hat ein Formular, das nicht sicher gezeigt werden kann. Antworten Sie auf anderem Weg.',
  linkGone: 'Dieser Link gilt nicht mehr: Die Frage ist beantwortet, oder der Link ist zu alt.',
  notSent:
    'Der Agent hat Ihre Antwort nicht bestätigt. Versuchen Sie es noch einmal: Sie zählt einmal.',
  unsent: 'Ihre Antwort wurde nicht gesendet.',
  notDone: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  notRead: 'Die Frage ist gerade nicht lesbar.',
  notifyMe: 'Benachrichtigen',
  notifyOn: 'Dieser Browser meldet Ihnen neue Fragen.',
  notifyOff: 'Nicht mehr benachrichtigen',
  notifyFailed: 'Dieser Browser erlaubt keine Benachrichtigungen.',
};

const ARABIC: InboxTexts = {
  title: 'الوارد',
  count: (count) => (count === 1 ? 'سؤال واحد بانتظارك' : `الأسئلة التي بانتظارك: ${count}`),
  empty: 'لا شيء بانتظارك',
  emptyHelp: 'تظهر هنا الأسئلة الموجهة إليك وأسئلة مهامك.',
  emptyAt: (agent) => `لا شيء بانتظارك لدى ${agent}.`,
  emptyElsewhere: 'لا شيء بانتظارك لدى الوكلاء الآخرين.',
  unknown: 'سجّل الدخول لترى ما هو بانتظارك.',
  unknownAt: (agent) => `${agent}: سجّل الدخول لترى ما هو بانتظارك هناك.`,
  failed: 'تتعذر قراءة الوارد الآن. ستُعاد المحاولة تلقائيًا.',
  failedAt: (agent) => `يتعذر الوصول إلى ${agent} الآن. ستُعاد المحاولة تلقائيًا.`,
  more: 'عرض المزيد',
  moreHelp: 'هناك أسئلة أخرى طُرحت لاحقًا، وقد يحين موعد بعضها قبل هذه.',
  loading: 'جارٍ تحميل الأسئلة …',
  back: 'كل الأسئلة',
  next: 'السؤال التالي',
  own: 'مهمتك',
  askedFor: (who) => `من أجل ${who}`,
  asked: (time) => `طُرح ${time}`,
  due: (time) => `الموعد ${time}`,
  answersItself: (time) => `الموعد ${time}، ثم يُجاب عنه تلقائيًا`,
  overdue: (time) => `كان الموعد ${time}`,
  isOverdue: 'متأخر',
  escalated: (who) => `صُعِّد إلى ${who}`,
  takenBy: (who) => `تولاه ${who}`,
  takenByYou: 'توليته أنت',
  take: 'تولَّه',
  giveBack: 'أعده',
  handOver: 'حوّله',
  handOverTo: 'حوّله إلى',
  handOverHelp: 'اكتب اسمًا مثل kim، أو role:approver لكل من له هذا الدور.',
  handOverWrong: 'لا يمكن الوصول إلى أحد بهذا العنوان.',
  handOverCaller: 'يجب أن يجيب عن هذا السؤال شخص غير صاحب المهمة.',
  handedOver: (who) => `حُوِّل السؤال إلى ${who}`,
  nowWith: (who) =>
    `السؤال الآن لدى ${who} ولم يعد يُطرح على غيره. لا يجري التحقق من الأسماء: إن لم يسجّل أحد الدخول باسم ${who} فلن يجيب أحد.`,
  nowWithRole: (role) => `السؤال الآن لدى كل من له الدور ${role}.`,
  cancel: 'إلغاء',
  about: 'الموضوع',
  yourAnswer: 'إجابتك',
  answer: 'أجب',
  answerMissing: 'أدخل إجابة.',
  signInFirst: 'سجّل الدخول هناك أولًا',
  answered: 'تمت الإجابة',
  answeredHelp: 'شكرًا لك. تستمر المهمة الآن.',
  tooLate: 'لم يعد هذا السؤال بانتظارك: أجاب عنه شخص آخر أو سُحب.',
  entered: 'ما كنت قد أدخلته',
  answersAs: (who) => `تجيب باسم ${who}.`,
  taken: (who) => `تولى ${who} هذا السؤال.`,
  kept: 'يبقى ما أدخلته هنا إن أُعيد السؤال.',
  otherTab: 'بدأت علامة تبويب أخرى إجابة أيضًا. كلتاهما محفوظة.',
  exchange: 'بدّلهما',
  lost: 'تأخر هذا السؤال ولم يعد لك وحدك: يمكن لآخرين الإجابة عنه الآن أيضًا.',
  formRefused: 'لهذا السؤال نموذج لا يمكن عرضه بأمان. أجب عنه بطريقة أخرى.',
  linkGone: 'لم يعد هذا الرابط صالحًا: أُجيب عن السؤال أو مضى على الرابط وقت طويل.',
  notSent: 'لم يؤكد الوكيل إجابتك. حاول مرة أخرى: تُحتسب مرة واحدة.',
  unsent: 'لم تُرسل إجابتك.',
  notDone: 'لم ينجح ذلك. حاول مرة أخرى.',
  notRead: 'تتعذر قراءة السؤال الآن.',
  notifyMe: 'أعلمني',
  notifyOn: 'يعلمك هذا المتصفح بالأسئلة الجديدة.',
  notifyOff: 'أوقف الإشعارات',
  notifyFailed: 'لا يسمح هذا المتصفح بالإشعارات.',
};

/** Returns the texts of the inbox in the language of the page. */
export const useInboxTexts: () => InboxTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});

import type { LazyMessages } from './lazy-messages/lazy-messages.ts';
import type { ProblemMessages } from './lazy-messages/problem-messages.ts';
import type { Messages } from './messages.ts';
import type { ResultMessages } from './result/result-messages.ts';
import type { TaskMessages } from './task/task-messages.ts';
import { type ProblemTexts, toProblemText } from './to-problem-text.ts';

const SPANISH_TASK: TaskMessages = {
  states: {
    sending: 'Enviando',
    working: 'En curso',
    waiting: 'Aún sin enviar',
    reconnecting: 'Restableciendo la conexión',
    asking: 'Necesita su respuesta',
    others: 'Espera a otras personas',
    authorizing: 'Necesita su permiso',
    done: 'Listo',
    mismatch: 'Listo, pero no como se prometió',
    failed: 'Fallida',
    canceled: 'Cancelada',
    rejected: 'Rechazada',
    unsent: 'Sin enviar',
  },
  advice: {
    network: 'No se puede conectar con el agente. Compruebe su conexión e inténtelo de nuevo.',
    'sign-in': 'Inicie sesión e inténtelo de nuevo.',
    access: 'No tiene permiso para esto. Pida acceso a quien administra el agente.',
    later: 'Ha enviado demasiado en poco tiempo. Espere un momento e inténtelo de nuevo.',
    gone: 'El agente ya no conoce esta tarea. Puede empezarla de nuevo.',
    input: 'Cambie lo que se indica aquí y envíelo de nuevo.',
    skill: 'El agente no puede hacerlo así. Avise a quien lo administra o pídalo con texto.',
    other: 'Puede intentarlo de nuevo. Si se repite, avise a quien administra el agente.',
  },
  laterIn: (wait) =>
    `Ha enviado demasiado en poco tiempo. Puede intentarlo de nuevo dentro de ${wait}.`,
  sent: 'Usted envió',
  message: 'Mensaje',
  cancel: 'Cancelar',
  canceling: 'Deteniendo…',
  cancelFailed: 'No se pudo cancelar la tarea. Sigue en curso.',
  progress: 'Progreso',
  silent: 'Esto tarda un poco. Puede salir: la tarea sigue y la encontrará aquí.',
  keepOpen: 'Mantenga esta página abierta hasta que el agente lo reciba.',
  givenUp: 'El agente aún no había respondido. Puede que lo haga de todos modos.',
  answerUnsure:
    'La página se cerró o se recargó antes de que el agente confirmara esta respuesta. Envíela ahora: cuenta una sola vez.',
  nextTry: (wait) => `Próximo intento dentro de ${wait}`,
  trying: 'Intentando de nuevo…',
  tryNow: 'Intentar ahora',
  elapsed: 'Tiempo',
  took: (time) => `en ${time}`,
  partial: 'Hasta ahora',
  beside: 'También se envió',
  question: 'Pregunta',
  answer: 'Responder',
  yourAnswer: 'Su respuesta',
  answerMissing: 'Escriba una respuesta',
  answerRefused: 'La respuesta no se aceptó',
  others: {
    waitingFor: 'Espera a',
    askedAt: 'Preguntado',
    dueAt: 'Responder antes de',
    overdue: 'vencida',
    claimedBy: 'Asumida por',
    help: 'No tiene que hacer nada: en cuanto respondan, continúa aquí.',
    role: (name) => `cualquiera con el rol ${name}`,
  },
  agentWrote: 'Mensaje completo del agente',
  formRefused: 'El formulario de esta pregunta no se puede mostrar con seguridad:',
  answerAsJson: 'Su respuesta, como texto o JSON',
  proceed: 'Continuar',
  consentHelp: 'Se abre en otra pestaña. Compruebe la dirección y vuelva cuando termine.',
  noLink: 'El agente no dio ningún enlace. Haga lo que indica y continúe.',
  tryAgain: 'Intentar de nuevo',
  agentSays: 'El agente dice',
  technical: 'Detalles',
  hidden: 'oculto',
  showAll: 'Mostrar todo',
  earlier: (count) => (count === 0 ? 'Mostrar el texto anterior' : `Mostrar anteriores (${count})`),
  waitingForForm: 'Cargando el formulario…',
  open: (host) => `Abrir ${host}`,
  file: (mediaType, size) => `Archivo (${mediaType}, ${size})`,
};

/** The texts around a result, in Spanish. */
const SPANISH_RESULT: ResultMessages = {
  result: 'Resultado',
  views: 'Vistas del resultado',
  waiting: 'Esperando el resultado',
  nothing: 'El agente no envió nada.',
  empty: 'Ninguno',
  yes: 'Sí',
  no: 'No',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar: seleccione el texto en JSON y cópielo',
  downloadJson: 'Descargar JSON',
  downloadCsv: 'Descargar CSV',
  columns: 'Columnas',
  wholeWidth: 'Todo el ancho',
  close: 'Cerrar',
  unreadableFile: 'Este archivo está dañado',
  newTab: 'se abre en otra pestaña',
  files: 'Archivos',
  asTable: 'Mostrar como tabla',
  filter: 'Filtrar',
  previous: 'Anterior',
  next: 'Siguiente',
  showMore: 'Mostrar más',
  problem: 'No como se prometió',
  checked: 'Comprobado',
  received: (value) => `es ${value}`,
  differs: (schema, count) =>
    count === 1
      ? `Un dato no es como promete ${schema}`
      : `${count} datos no son como promete ${schema}`,
  download: (name) => `Descargar ${name}`,
  rows: (from, to, total) => `Filas ${from} a ${to} de ${total}`,
  rowCount: (count, text) => (count === 1 ? '1 fila' : `${text} filas`),
  items: (count, text) => (count === 1 ? '1 elemento' : `${text} elementos`),
  more: (count) => `Mostrar ${count} más`,
  outOf: (value, most) => `${value} de ${most}`,
  between: (value, least, most) => `${value} (de ${least} a ${most})`,
  chart: (lines, over) => `${lines} según ${over}`,
  chartRange: (line, least, most) => `${line}: de ${least} a ${most}`,
};

const TYPE_NAMES = {
  string: 'texto',
  number: 'número',
  integer: 'número entero',
  boolean: 'sí o no',
  object: 'grupo',
  array: 'lista',
  null: 'nada',
} as const;

const TEXTS: ProblemTexts = {
  language: 'es',
  direction: 'ltr',
  typeNames: TYPE_NAMES,
  enter: {
    missing: (name) => `Falta ${name}: rellene este campo`,
    number: (name, sample) => `${name}: escriba un número, como ${sample}`,
    whole: (name, sample) => `${name}: escriba un número entero, como ${sample}`,
    either: (name, [first, second]) =>
      `${name} puede leerse de dos formas: escriba ${first} o ${second}`,
    inexact: (name) => `${name}: un número así no se puede enviar con exactitud`,
    skipped: (name) => `${name}: esa hora no existe aquí ese día, porque se adelanta el reloj`,
  },
  told: {
    missing: (name) => `Falta ${name}`,
    number: (name) => `${name} debe ser un número`,
    whole: (name) => `${name} debe ser un número entero`,
    either: (name) => `${name} debe ser un número`,
    inexact: (name) => `${name} debe ser un número`,
    skipped: (name) => `${name} no tiene zona horaria`,
  },
  types: (name, types) => `${name} debe ser: ${types}`,
  values: (name, values) => `${name} debe ser una de estas opciones: ${values}`,
  bound: {
    'at least': (name, limit) => `${name} debe ser ${limit} como mínimo`,
    'at most': (name, limit) => `${name} debe ser ${limit} como máximo`,
    'more than': (name, limit) => `${name} debe ser mayor que ${limit}`,
    'less than': (name, limit) => `${name} debe ser menor que ${limit}`,
  },
  decimals: (name, count) =>
    `${name} puede tener ${count === 1 ? 'un decimal' : `${count} decimales`} como máximo`,
  multiple: (name, of) => `${name} debe ser múltiplo de ${of}`,
  length: {
    least: (name, count) =>
      `${name} debe tener ${count === 1 ? '1 carácter' : `${count} caracteres`} como mínimo`,
    most: (name, count) =>
      `${name} puede tener ${count === 1 ? '1 carácter' : `${count} caracteres`} como máximo`,
  },
  count: {
    least: (name, count) =>
      `${name} debe tener ${count === 1 ? '1 elemento' : `${count} elementos`} como mínimo`,
    most: (name, count) =>
      `${name} puede tener ${count === 1 ? '1 elemento' : `${count} elementos`} como máximo`,
  },
  example: (name, text) => `${name} debe tener la forma correcta, como ${text}`,
  pattern: (name, text) => `${name} debe tener la forma ${text}`,
  format: (name) => `${name} debe tener la forma correcta`,
  choice: (name) => `${name} no encaja en ninguna de sus variantes`,
  unique: (name) => `${name} tiene elementos repetidos`,
  unknown: (name) => `${name} sobra aquí`,
  name: (name) => `${name}: la entrada debe llamarse de otro modo`,
  more: (name, count) => `${name}: ${count} problemas más`,
  other: (name) => `${name} no puede tener ese valor`,
  meant: (value) => `: ¿quiso decir ${value}?`,
};

/** The sentences about problems of a form, in Spanish. */
const PROBLEMS: ProblemMessages = {
  missing: (label, asking) =>
    `Falta ${label}: ${{ enter: 'rellene este campo', choose: 'elija una opción', answer: 'elija sí o no', add: 'añádalo' }[asking]}`,
  agree: (label) => `${label}: debe responder que sí`,
  pattern: (label, sample) => `${label} debe tener la forma correcta, como ${sample}`,
  except: (label, values) => `${label} no puede ser ${toChoice(values)}`,
  lacks: (label, values) => `${label} debe incluir ${toChoice(values)}`,
  apart: (names, label) =>
    names.length === 0
      ? `${label} no puede tener ese valor`
      : `Deje ${toChoice(names)} sin rellenar`,
  kinds: (names, label) =>
    names.length === 0
      ? `${label} no encaja en ninguna de sus variantes`
      : `Rellene ${toChoice(names)}`,
  other: (label) => `${label} no puede tener ese valor`,
  at: (where, sentence) => `${where}: ${sentence}`,
  left: (count, text, isMissing) => {
    if (count === 0) return 'Todo está corregido';
    if (isMissing) return count === 1 ? 'Falta 1 dato' : `Faltan ${text} datos`;
    return count === 1 ? '1 dato por corregir' : `${text} datos por corregir`;
  },
};

/** Joins names as "A o B". */
function toChoice(names: readonly string[]): string {
  return new Intl.ListFormat('es', { type: 'disjunction' }).format(names);
}

/** The texts of parts of forms that are loaded late, in Spanish. */
const LAZY_MESSAGES: LazyMessages = {
  problems: PROBLEMS,
  findField: 'Buscar un campo',
  fieldsFound: (count, text) => (count === 1 ? '1 campo' : `${text} campos`),
  requiredLeft: (count, text) =>
    count === 1 ? 'Falta 1 campo obligatorio' : `Faltan ${text} campos obligatorios`,
  noneLeft: 'No falta nada obligatorio',
  close: 'Cerrar',
  answeredElsewhere: 'Esto se respondió en otro lugar.',
  answeredBy: (who, isByLink) =>
    who === undefined
      ? 'Nadie respondió a tiempo.'
      : `Respondido por ${who}${isByLink ? ', mediante un enlace' : ''}.`,
  sheet: {
    keys: 'Las flechas mueven, escribir o Intro edita, Tab avanza, Supr vacía. Puede copiar y pegar bloques.',
    addRow: 'Añadir una fila',
    removeRows: (count, text) => (count === 1 ? 'Quitar la fila' : `Quitar ${text} filas`),
    pasteHere: 'Copie filas en su hoja de cálculo y péguelas aquí',
    columns: 'Qué contienen las columnas',
    skip: 'Omitir',
    columnOf: (name) => `Columna ${name}`,
    usedColumns: (names) => `Se usan: ${names}`,
    unusedColumns: (names) => `Se omiten: ${names}`,
    firstRowIsHead: 'La primera fila contiene los nombres de las columnas',
    preview: (count, text) => (count === 1 ? '1 fila' : `${text} filas`),
    misfit: 'no encaja',
    misfits: (count, text) =>
      count === 1
        ? '1 fila no encaja. Vea lo que está marcado.'
        : `${text} filas no encajan. Vea lo que está marcado.`,
    addGood: (count, text) => (count === 1 ? 'Añadir 1 fila' : `Añadir ${text} filas`),
    addAll: (count, text) =>
      count === 1
        ? 'Añadirla y corregirla en el formulario'
        : `Añadir las ${text} y corregirlas en el formulario`,
    nothing: 'No hay filas en el texto.',
    openQuote: 'Unas comillas no se cierran, así que las filas no se pueden separar.',
    onlyFirst: (text) => `Solo se leen las primeras ${text} filas. Pegue las demás después.`,
    added: (count, text) => (count === 1 ? '1 fila añadida' : `${text} filas añadidas`),
  },
};

/** All texts of forms, tasks and results, in Spanish. */
export const SPANISH: Messages = {
  language: 'es',
  direction: 'ltr',
  result: SPANISH_RESULT,
  task: SPANISH_TASK,
  more: () => Promise.resolve(LAZY_MESSAGES),
  send: 'Enviar',
  required: 'obligatorio',
  fixed: 'no se puede cambiar',
  deprecated: 'obsoleto',
  deprecatedForm: 'Obsoleto: puede que el agente deje de aceptar este formulario.',
  consent: 'Consentimiento',
  entryName: 'Nombre',
  entryValue: 'Valor',
  nameMissing: 'falta: escriba uno',
  nameTaken: 'ya existe: escriba otro',
  none: 'Ninguno',
  choose: 'Escriba para buscar',
  noMatches: 'No se encontró nada',
  pickColor: 'Elegir un color',
  json: 'JSON: textos entre comillas, listas entre [\u00a0], grupos entre {\u00a0}',
  jsonInvalid: 'aún no es JSON válido: revise comillas, comas y corchetes',
  jsonInexact: 'tiene un número que no se puede enviar con exactitud: escriba menos cifras',
  tooLong: 'Demasiado largo para cambiarlo aquí. Se envía como está.',
  jsonForm: 'Escribir los datos como JSON',
  drawingFailed: 'Este formulario no se pudo mostrar. Puede escribir los datos como JSON.',
  unchecked: 'Lo que escriba lo comprueba el agente, no esta página.',
  uncheckedFields: (labels) =>
    `${labels || 'Una parte de esto'}: no se pudo comprobar aquí; lo comprueba el agente.`,
  typeNames: TYPE_NAMES,
  rowLabel: (label, n) => `${label} ${n}`,
  kindOf: (label) => `Tipo: ${label}`,
  add: (label) => `Añadir ${label}`,
  addEntry: 'Añadir una entrada',
  addTo: (label) => `Añadir a «${label}»`,
  addRow: (label) => `Añadir a «${label}»`,
  noRows: 'Todavía ninguno',
  pasteRows: 'Pegar filas',
  timeZone: 'Zona horaria',
  unit: 'Unidad',
  addUnit: 'Añadir una unidad menor',
  asSheet: 'Hoja de cálculo',
  remove: (label) => `Quitar ${label}`,
  moveUp: (label) => `Subir ${label}`,
  moveDown: (label) => `Bajar ${label}`,
  sending: 'Enviando',
  sendKeys: (isApple) => (isApple ? '⌘ Intro' : 'Ctrl+Intro'),
  examples: 'Ejemplos',
  example: 'Ejemplo',
  filledWith: (sample) => `Rellenado con ${sample}`,
  undo: 'Deshacer',
  sections: 'Secciones',
  sectionStates: { filled: 'rellenada', problem: 'problema' },
  sentBy: (origin) => `Las respuestas van a ${origin}`,
  secretWarning: (origin) => `Escriba solo lo que confiaría a ${origin}`,
  chooseFile: 'Elegir un archivo',
  chooseFiles: 'Elegir archivos',
  dropFiles: 'o suelte archivos aquí',
  uploading: 'Subiendo',
  notUploaded: 'aún no se ha subido',
  rowNumber: 'Fila',
  emptyRow: 'Vacía',
  previous: 'Anterior',
  next: 'Siguiente',
  goToRow: 'Ir a la fila',
  pagesOf: (label) => `Páginas de ${label}`,
  rowsShown: (from, to, total) => `${from} a ${to} de ${total}`,
  cell: (column, row) => `${column}, ${row}`,
  matches: (count) => (count === 1 ? '1 coincidencia' : `${count} coincidencias`),
  fileLimit: (bytes) => `Como máximo ${bytes}`,
  fileRefused: (name, reason) =>
    reason === 'size' ? `${name} es demasiado grande` : `${name} no se pudo leer`,
  problem: (label, problem) => toProblemText(problem, { label, texts: TEXTS, isEntered: true }),
  misfit: (label, problem) => toProblemText(problem, { label, texts: TEXTS, isEntered: false }),
  refused: () =>
    'Este formulario es demasiado grande o inusual para mostrarlo. Puede escribir los datos como JSON.',
};

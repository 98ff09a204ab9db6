import { isRecord } from '../json/record.ts';
import { toFoldedWords, toReadWords } from './to-folded-words.ts';

/*
 * The words by which people and programs ask for secrets such as passwords and keys, in English,
 * German, French, Spanish and Arabic. They are compared with folded words: lower case, no accents,
 * a space before and after each.
 */

/** Matches words that mean a secret wherever they stand. */
const PLAIN_SECRET: RegExp = createPattern([
  'pass ?(?:words?|wd|phrases?|codes?|keys?|wort|worter)',
  '\\S*(?:passworte?s?|kennworte?s?|geheimzahl|geheimnummer|sicherheitscode|bestatigungscode)',
  'contrasenas?|clave (?:secreta|de acceso|privada)|palabra clave secreta',
  'mots? de passe|codes? (?:secrets?|confidentiels?|d acces)|cle (?:secrete|privee|api|d api)',
  '(?:api|private|secret|access|signing|encryption|recovery|ssh|license) ?keys?',
  '(?:access|refresh|bearer|auth|session|api|id|bot|security) ?tokens?|jwt',
  'client secret|pin ?(?:code|number|nummer)s?|\\S*(?:apikey|apischlussel)|api schlussel',
  'otp|totp|one ?time (?:code|pass ?\\S*|pin)|einmal ?(?:code|kennwort|passwort)',
  '(?:verification|security|authenticat\\S+|confirmation|2fa|mfa|two factor|sms|backup|recovery) (?:codes?|pin)',
  'codes? (?:\\S+ ){0,4}(?:authenticator|sms|we (?:just )?(?:sent|texted|emailed))',
  '(?:codigo|code|clave) de (?:verificacion|seguridad|verification|securite|confirmation)',
  '(?:4|6|8|four|six|eight) digit (?:code|number|pin)',
  'cvv2?|cvc2?|(?:credit|debit|bank) ?cards?(?: ?numbers?)?|card ?(?:number|no|security)',
  'kreditkarten?\\S*|kartennummer|prufnummer|tarjeta (?:de )?(?:credito|debito)|numero de tarjeta',
  'carte (?:de credit|bancaire|bleue)|numero de carte|cryptogramme',
  'social ?security(?: ?numbers?)?|ssn|sozialversicherungsnummer',
  '(?:seed|recovery|mnemonic|wallet) ?(?:phrases?|words?)',
  '(?:\\S?ال)?كلم[هة] (?:ال)?(?:سر|مرور)\\S{0,3}|(?:ال)?رمز (?:ال)?(?:سري?|مرور|تحقق|دخول)\\S{0,3}',
  '(?:ال)?رقم (?:ال)?(?:سري|بطاق[هة])\\S{0,3}|بطاق[هة] (?:ال)?ائتمان\\S{0,3}|(?:ال)?مفتاح (?:ال)?(?:سري|خاص)',
]);

/** Matches words that mean a secret only as the name of a field, or in a question. */
const SHORT_SECRET: RegExp = createPattern([
  'pwd|pw|pwort|secrets?|mnemonic|credentials?|authorization|bearer|geheimnis|zugangsdaten|tan',
  'secretos?|credenciales|identifiants|mfa|2fa',
  // A token counts as secret, but not a number of tokens, nor "pin" as a verb.
  '(?<!(?:max|min|total|of|per|num|number) )token(?! (?:count|limit|budget|usage|total|type|length|size|price|cost|name|symbol))',
  'pin(?! (?:the|this|that|it|to|on|a|an|board|map|message|messages|post|color|colour|up|down|count|position|location|type|layout))',
]);

/** Matches words that begin a question or a request. */
const ASKS: RegExp = createPattern([
  'your|enter|provide|type|send|give|share|paste|tell|confirm|supply|submit|input|fill|need|what is|what s|please',
  'dein|deine|deinen|deiner|ihr|ihre|ihren|ihrer|gib|geben|nenne\\S*|sende\\S*|schick\\S*|bitte|wie lautet|eingeben|tippe\\S*',
  'tu|su|introdu\\S+|ingres\\S+|escrib\\S+|envi[ae]\\S*|dime|dame|por favor|cual es',
  'ton|ta|tes|votre|vos|saisi\\S+|entre[rz]|donne\\S*|indique\\S*|tape\\S*|envoye\\S*|veuillez|quel(?:le)? est',
  '(?:ال)?(?:ادخل|اكتب|ارسل|اعط|يرجى|الرجاء|رجاء|ما هو|ما هي|ادخال|زود)\\S*',
]);

/**
 * Matches names of quantities: the number of some secrets, such as a count of tokens, is not a
 * secret.
 */
const QUANTITY: RegExp = createPattern([
  'count|limit|length|size|max|min|maximum|minimum|total|number of|budget|usage|age|days|hours|minutes|seconds|expiry|ttl|retries|attempts',
  'anzahl|lange|numero de (?:tokens|intentos)|nombre de (?:tokens|essais)',
]);

/** The most characters of a text that are searched for signs of a secret. */
const MAX_TEXT = 5000;

/** The most words of a question that is not a sentence, such as `API key?`. */
const MAX_LABEL = 4;

/** True for the name or the title of a field that asks for a password, a key or the like. */
export function isSecretName(text: string): boolean {
  return readings(text).some((words) => PLAIN_SECRET.test(words) || SHORT_SECRET.test(words));
}

/** True for the description of a field that says it asks for a secret. */
export function isSecretDescription(text: string): boolean {
  return readings(text).some((words) => PLAIN_SECRET.test(words)) || isSecretQuestion(text);
}

/**
 * True for a question in words that asks for a secret; false for one that only mentions secrets.
 */
export function isSecretQuestion(text: string): boolean {
  const sentences = text.slice(0, MAX_TEXT).split(/(?<=[.?!:؟。\n])(?=\s)/u);
  return (
    sentences.some(asks) ||
    // The question and the word for the secret may stand in two sentences, or on two lines.
    (sentences.length > 1 && sentences.length <= 3 && asks(text))
  );
}

/**
 * True for a field that asks for a secret, by its format, its name, its title or its description.
 * Fields that offer only fixed choices, or yes and no, are never secret.
 */
export function isSecretField(schema: unknown, name: string): boolean {
  if (!isRecord(schema)) return isSecretName(name);
  const { title, description, format, writeOnly, type } = schema;
  if (format === 'password' || writeOnly === true) return true;
  if (type === 'boolean' || type === 'null') return false;
  if (Array.isArray(schema['enum']) || Object.hasOwn(schema, 'const')) return false;
  const labels = [name, title].filter((text) => typeof text === 'string');
  const isNumber = type === 'integer' || type === 'number';
  if (isNumber && labels.some((text) => QUANTITY.test(toFoldedWords(text)))) return false;
  if (labels.some(isSecretName)) return true;
  if (typeof description !== 'string') return false;
  const isWhole = type === 'object' || type === 'array';
  return isWhole ? isSecretQuestion(description) : isSecretDescription(description);
}

function asks(sentence: string): boolean {
  return readings(sentence).some((words) => {
    const isNamed = PLAIN_SECRET.test(words) || SHORT_SECRET.test(words);
    const isShort = words.trim().split(' ').length <= MAX_LABEL;
    return isNamed && (isShort || ASKS.test(words));
  });
}

function readings(text: string): readonly string[] {
  const excerpt = text.slice(0, MAX_TEXT);
  return [toFoldedWords(excerpt), toReadWords(excerpt)];
}

function createPattern(alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<= )(?:${alternatives.join('|')})(?= )`, 'u');
}

import { expect, onTestFinished, test, vi } from 'vitest';
import { isSecretDescription, isSecretField, isSecretName, isSecretQuestion } from './is-secret.ts';

test.each([
  'password',
  'userPassword',
  'APIKey',
  'access-token',
  'pass\u200bword',
  'pass\u00adword',
  'ｐａｓｓｗｏｒｄ',
  'раssword',
  'pαsswοrd',
  'ᴘᴀꜱꜱᴡᴏʀᴅ',
  '𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝',
  'p4ssw0rd',
  'P@ssword',
  'passwort',
  'Benutzerpasswort',
  'Contraseña',
  'Mot de passe',
  'كلمة المرور',
  'كلمة السر',
  'authorization',
  'pw',
  'pin',
  'Your PIN',
  'PIN-Code',
  'token',
  'Kreditkartennummer',
  'Tarjeta de crédito',
  'seed_phrase',
])('%j names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  'keyword',
  'Keywords',
  'tokenCount',
  'max_tokens',
  'Pin the message',
  'pinMessage',
  'pineapple',
  'spinning',
  'passage',
  'passenger',
  'secretary',
  'businessCard',
  'cardinality',
  'keyboard',
  'monkey',
  'Postal code',
  'country_code',
  'Stadt',
  'Ciudad',
  'Straße',
  'Nachricht',
  'مدينة',
  'Пароход',
])('%j does not', (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each([
  'What is your PIN?',
  'api-key?',
  'Password:',
  'Please enter your password',
  'What is the API key of your account?',
  'Bitte gib dein Passwort ein',
  'Wie lautet Ihr Kennwort?',
  'Paste the code from your authenticator app',
  'Type the 6-digit code we sent you',
  'Introduce tu contraseña, por favor',
  'Saisissez votre mot de passe',
  'أدخل كلمة المرور',
  'ما هي كلمة السر؟',
  'We are nearly done.\nThe password, please?',
  'What is your раsswоrd?',
  'Enter your c r e d i t card: credit card number',
])('%j asks for a secret', (text) => {
  expect(isSecretQuestion(text)).toBe(true);
});

test.each([
  'Did you reset the password?',
  'Where do you want to go?',
  'Shall I pin the message?',
  'Please give me a keyword for the search.',
  'How many tokens should the answer have?',
  'What is the token count?',
  'Wohin soll die Reise gehen?',
  '¿A qué ciudad quiere viajar?',
  'Quelle est votre ville préférée ?',
  'ما هي مدينتك؟',
])('%j does not', (text) => {
  expect(isSecretQuestion(text)).toBe(false);
});

test('a description names one, or asks for it', () => {
  expect(isSecretDescription('The password of the account')).toBe(true);
  expect(isSecretDescription('Type your PIN here')).toBe(true);
  expect(isSecretDescription('Where to pin the message')).toBe(false);
  expect(isSecretDescription('The keyword to look for')).toBe(false);
});

test('a field is looked at as a whole', () => {
  expect(isSecretField({ type: 'string' }, 'password')).toBe(true);
  expect(isSecretField({ type: 'string', title: 'pass\u200bword' }, 'x')).toBe(true);
  expect(isSecretField({ type: 'string', description: 'Dein Passwort' }, 'x')).toBe(true);
  expect(isSecretField({ type: 'string', format: 'password' }, 'x')).toBe(true);
  expect(isSecretField({ type: 'integer' }, 'pin')).toBe(true);
  expect(isSecretField({ type: 'integer' }, 'tokenCount')).toBe(false);
  expect(isSecretField({ type: 'integer' }, 'passwordLength')).toBe(false);
  expect(isSecretField({ type: 'boolean' }, 'resetPassword')).toBe(false);
  expect(isSecretField({ enum: ['password', 'token'] }, 'token')).toBe(false);
  expect(isSecretField(true, 'secret')).toBe(true);
});

test('looking costs no time worth speaking of, whatever the text', () => {
  for (const unit of ['code ', 'passwor ', 'a', 'access ', 'ال', '4 ']) {
    expect(isSecretQuestion(unit.repeat(100_000))).toBe(false);
  }
});

test('no secret is looked for in an order of thousands of marks, which takes ICU seconds', () => {
  const marks: number[] = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function read(
    this: string,
    form?: string,
  ) {
    marks.push(...Array.from(this.matchAll(/\p{M}+/gu), ([run]) => run.length));
    return normalize.call(this, form);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const long = 'a\u0301\u0327'.padEnd(5000, '\u0301\u0327');
  expect(isSecretName(`password ${long}`)).toBe(true);
  isSecretDescription(`Description ${long}`);
  isSecretQuestion(`Question ${long}`);
  expect(Math.max(...marks)).toBeLessThan(31);
});

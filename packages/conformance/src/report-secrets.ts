import { hideSecrets, listSecretValues } from '@formwork/schema/internal';
import type { CardView } from './card/card-view.ts';
import type { SkillInputs } from './inputs/skill-inputs.ts';
import type { ConformanceCheck } from './report.ts';

/** The fewest characters of a header that count as a secret; fewer stand in ordinary words. */
const MIN_LENGTH = 8;

/** Lists what the values of headers hold: whole, without their scheme, and the password of Basic. */
export function listCredentials(headers: Readonly<Record<string, string>>): readonly string[] {
  const credentials = Object.values(headers).flatMap((value) => {
    const [, scheme = '', token = ''] = /^(\S+) +(\S.*)$/u.exec(value) ?? [];
    const pair = /^basic$/iu.test(scheme) ? Buffer.from(token, 'base64').toString() : '';
    return [value, token, pair.slice(pair.indexOf(':') + 1)];
  });
  return credentials.filter(({ length }) => length >= MIN_LENGTH);
}

/** Lists the values of `writeOnly` fields in the inputs that are sent. */
export function listInputSecrets({ inputs }: SkillInputs, card: CardView): readonly string[] {
  return inputs.flatMap(({ schema = '', valid }) => {
    const view = card.findSchema(schema);
    return view.kind === 'usable' ? listSecretValues(view.schema, valid) : [];
  });
}

/** Copies a check without secrets: agents repeat what they got, and reports stand in logs of CI. */
export function hideInCheck(check: ConformanceCheck, secrets: readonly string[]): ConformanceCheck {
  const { reason, fault } = check;
  const hide = (text: string): string => hideSecrets(text, secrets);
  return {
    ...check,
    ...(reason !== undefined && { reason: hide(reason) }),
    ...(fault && {
      fault: {
        ...fault,
        sent: hide(fault.sent),
        expected: hide(fault.expected),
        came: hide(fault.came),
      },
    }),
  };
}

import type { DescribedSchema } from '@formwork/client';
import { toVisibleText } from '@formwork/react';
import type { ReactNode } from 'react';
import { EnglishOnly } from '../parts/badge.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { createTextsHook } from '../texts/use-texts.ts';

/** The texts of this view, in one language. */
interface RefusedTexts {
  readonly refused: (name: string) => string;
  readonly refusedNext: string;
  readonly refusedText: string;
}

const ENGLISH: RefusedTexts = {
  refused: (name) => `The form “${name}” cannot be shown safely`,
  refusedNext: 'You can tell the agent in your own words what you want:',
  refusedText: 'This agent takes no text, so this form cannot be used here.',
};

const GERMAN: RefusedTexts = {
  refused: (name) => `Das Formular „${name}“ kann nicht sicher gezeigt werden`,
  refusedNext: 'Sie können dem Agenten mit eigenen Worten sagen, was Sie wollen:',
  refusedText: 'Der Agent nimmt keinen Text: Dieses Formular ist hier nicht benutzbar.',
};

const ARABIC: RefusedTexts = {
  refused: (name) => `لا يمكن عرض النموذج «${name}» بأمان`,
  refusedNext: 'يمكنك أن تقول للوكيل بكلماتك ما تريد:',
  refusedText: 'لا يقبل هذا الوكيل نصًا، لذا لا يمكن استخدام هذا النموذج هنا.',
};

const useRefusedTexts: () => RefusedTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});

/** Draws the reasons why no form can be drawn for an input of a skill, and what to do instead. */
export function RefusedInput({
  input,
  canWrite,
}: {
  readonly input: Extract<DescribedSchema, { readonly kind: 'refused' }>;
  readonly canWrite: boolean;
}): ReactNode {
  const texts = useRefusedTexts();
  return (
    <section className="card" data-kind="danger" aria-label={texts.refused(input.name)}>
      <h2>
        <Icon name="alert" />
        {texts.refused(input.name)}
      </h2>
      <EnglishOnly>
        <ul>
          {input.issues.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>{toVisibleText(message)}</li>
          ))}
        </ul>
      </EnglishOnly>
      <p>{canWrite ? texts.refusedNext : texts.refusedText}</p>
    </section>
  );
}

import { useState, type ReactNode } from 'react';
import { useSettings } from '../workspace/use-settings.ts';
import { askForNotices, canAskForNotices } from '../notify/notify.ts';
import { Icon } from '../parts/icon.tsx';
import { Select } from '../parts/select.tsx';
import { toHash } from '../permalink/route.ts';
import { LANGUAGES } from '../texts/load-texts.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the choices of language, colours and notifications. */
export function SettingsBar(): ReactNode {
  const texts = useTexts();
  const { settings, change } = useSettings();
  const [canAsk, setCanAsk] = useState(canAskForNotices);
  const [isGranted, setGranted] = useState(false);
  async function ask(): Promise<void> {
    setGranted(await askForNotices());
    setCanAsk(false);
  }
  const { system, light, dark } = texts.schemes;
  return (
    <section className="settings" aria-label={texts.settings}>
      <Select
        label={texts.languageLabel}
        value={settings.language}
        options={LANGUAGES}
        onChange={(language) => change({ language })}
      />
      <Select
        label={texts.schemeLabel}
        value={settings.scheme}
        options={[
          ['system', system],
          ['light', light],
          ['dark', dark],
        ]}
        onChange={(scheme) => change({ scheme })}
      />
      {canAsk && (
        <button type="button" className="quiet" onClick={() => void ask()}>
          <Icon name="bell" />
          {texts.noticesOn}
        </button>
      )}
      <a className="quiet button" href={toHash({ view: 'check' })}>
        <Icon name="check" />
        {texts.checkDocument}
      </a>
      <span role="status" className="said">
        {isGranted ? texts.noticesOff : ''}
      </span>
    </section>
  );
}

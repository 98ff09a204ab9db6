import { LANGUAGES } from '@formwork/react/internal';
import { type ReactNode, useState } from 'react';
import { askForNotices, readNoticeState } from '../notify/notify.ts';
import { Select } from '../parts/select.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { isApple, useTexts } from '../texts/use-texts.ts';
import { useServices } from '../workspace/services.ts';
import { showSheet } from '../workspace/sheets.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { useSettingsTexts } from './settings-texts.ts';
import { countStoredData, deleteStoredData } from './stored-data.ts';

const SCHEMES = ['system', 'light', 'dark'] as const;

/** Draws the settings of the page, and what it has stored in this browser. */
export function SettingsSheet(): ReactNode {
  const texts = useTexts();
  const settingsTexts = useSettingsTexts();
  const { settings, change } = useSettings();
  const close = (): void => showSheet(undefined);
  const keys = [
    [isApple() ? '⌘ K' : `${texts.controlKey} K`, settingsTexts.keysOf.search],
    [isApple() ? '⌘ ↵' : `${texts.controlKey} ↵`, settingsTexts.keysOf.send],
    ['Esc', settingsTexts.keysOf.close],
  ] as const;
  return (
    <Sheet kind="settings" label={texts.settings} onClose={close}>
      <div className="sheet-head">
        <h2>{texts.settings}</h2>
        <button type="button" className="icon-button" aria-label={texts.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <section>
        <Select
          label={settingsTexts.language}
          value={settings.language}
          options={LANGUAGES}
          onChange={(language) => change({ language })}
        />
        <fieldset className="segments">
          <legend>{settingsTexts.scheme}</legend>
          {SCHEMES.map((scheme) => (
            <label key={scheme}>
              <input
                type="radio"
                name="scheme"
                value={scheme}
                checked={settings.scheme === scheme}
                onChange={() => change({ scheme })}
              />
              <span>{settingsTexts.schemes[scheme]}</span>
            </label>
          ))}
        </fieldset>
      </section>
      <Notices />
      <section>
        <h3>{settingsTexts.keys}</h3>
        <dl className="keys">
          {keys.map(([key, text]) => (
            <div key={key}>
              <dt>{text}</dt>
              <dd>
                <kbd dir="ltr">{key}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Stored />
      <section>
        <a className="quiet" href={toHash({ view: 'check' })} onClick={close}>
          <Icon name="check" />
          {settingsTexts.check}
        </a>
      </section>
    </Sheet>
  );
}

/** Draws whether the browser shows notifications, with a button to allow them if it asks. */
function Notices(): ReactNode {
  const settingsTexts = useSettingsTexts();
  const [state, setState] = useState(readNoticeState);
  async function ask(): Promise<void> {
    await askForNotices();
    setState(readNoticeState());
  }
  if (state === 'missing') return null;
  return (
    <section>
      <h3>{settingsTexts.notices}</h3>
      <p className="help">{settingsTexts.noticesHelp}</p>
      {state === 'default' && (
        <button type="button" onClick={() => void ask()}>
          <Icon name="bell" />
          {settingsTexts.noticesAsk}
        </button>
      )}
      <p role="status" className="said">
        {state === 'granted'
          ? settingsTexts.noticesOn
          : state === 'denied'
            ? settingsTexts.noticesDenied
            : ''}
      </p>
    </section>
  );
}

/** Draws what the page has stored in this browser, with a button to delete it after a question. */
function Stored(): ReactNode {
  const texts = useTexts();
  const settingsTexts = useSettingsTexts();
  const { store } = useServices();
  const [isSure, setSure] = useState(false);
  const stored = countStoredData(store);
  const size = new Intl.NumberFormat(texts.language, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  }).format(Math.ceil(stored.length / 1000));
  function remove(): void {
    deleteStoredData(store);
    // A page that has forgotten everything begins anew; parts of it still hold what they had read.
    window.location.reload();
  }
  return (
    <section>
      <h3>{settingsTexts.data}</h3>
      <p className="help">
        {stored.length === 0 ? settingsTexts.storedNothing : settingsTexts.stored(stored, size)}
      </p>
      {isSure ? (
        <div role="group" aria-label={settingsTexts.remove}>
          <p>{settingsTexts.removeSure}</p>
          <div className="buttons">
            <button type="button" className="danger" onClick={remove}>
              <Icon name="trash" />
              {settingsTexts.removeYes}
            </button>
            <button type="button" autoFocus onClick={() => setSure(false)}>
              {settingsTexts.removeNo}
            </button>
          </div>
        </div>
      ) : (
        stored.length > 0 && (
          <button type="button" onClick={() => setSure(true)}>
            <Icon name="trash" />
            {settingsTexts.remove}
          </button>
        )
      )}
    </section>
  );
}

import { FULL_PAGE_LIMIT_MAX, PreferencesPatch } from "@stillreel/contract";
import { type ReactNode, useEffect, useState } from "react";
import type { SaveService } from "../../capture/core/after-capture.ts";
import { Logo } from "../../shared/ui/logo.tsx";
import { PERMISSION_PAGE } from "../../record/core/device-access.ts";
import { openAfterwards, opensAfterwards } from "../../record/data/stored-setup.ts";
import { savePreferences } from "../../shared/data/account.ts";
import { t } from "../../shared/data/i18n.ts";
import type { Preferences } from "../../shared/data/preferences.ts";
import { startPage } from "../../shared/ui/start-page.ts";
import { Select, Switch, TextField } from "./fields.tsx";
import type { FolderChoice } from "../../shared/core/folder-choices.ts";
import { NO_SAVE_TARGETS, type SaveTargets } from "../../shared/core/save-target.plan.ts";
import { useSaveTarget } from "../../shared/ui/use-save-target.ts";
import { afterMenu } from "../after-menu.ts";
import { Shortcuts } from "./shortcuts.tsx";

/** Lower limit for the length of a full page; the contract defines both limits. */
const LIMIT_MIN = 1_000;

interface SectionProps {
  preferences: Preferences;
  change: (patch: Partial<Preferences>) => void;
}

/** Returns whether the account accepts this value. */
const takes = (patch: Partial<Preferences>): boolean => PreferencesPatch.safeParse(patch).success;

interface CapturesProps extends SectionProps {
  /** Null while signed out. */
  saveTargets: SaveTargets | null;
  folders: readonly FolderChoice[];
  saveServices: readonly SaveService[];
}

function Captures({ preferences, change, saveTargets, folders, saveServices }: CapturesProps): ReactNode {
  const { value, options, choose } = useSaveTarget("capture", saveTargets ?? NO_SAVE_TARGETS, {
    folders,
    folderId: preferences.captureFolderId,
    choose: (captureFolderId) => change({ captureFolderId }),
  });
  return (
    <section>
      <h2>{t("options.captures")}</h2>
      <div>
        <Select
          label={t("options.afterCapture")}
          value={preferences.afterCapture}
          {...afterMenu(saveServices, preferences.afterCapture, (afterCapture) => change({ afterCapture }))}
        />
        {saveTargets && (
          <Select label={t("saveIn.captures")} value={value} options={options} onChange={(location) => void choose(location)} />
        )}
        <Switch
          label={t("options.stamp")}
          text={t("options.stampText")}
          checked={preferences.stampDateAndUrl}
          onChange={(stampDateAndUrl) => change({ stampDateAndUrl })}
        />
        <Switch
          label={t("options.facts")}
          text={t("options.factsText")}
          checked={preferences.keepCaptureFacts}
          onChange={(keepCaptureFacts) => change({ keepCaptureFacts })}
        />
        <TextField
          label={t("options.limit")}
          text={t("options.limitText", { min: LIMIT_MIN, max: FULL_PAGE_LIMIT_MAX })}
          type="number"
          unit={t("options.limitUnit")}
          value={String(preferences.fullPageLimit)}
          check={(typed) =>
            takes({ fullPageLimit: Number(typed) }) ? null : t("options.limitText", { min: LIMIT_MIN, max: FULL_PAGE_LIMIT_MAX })
          }
          onChange={(typed) => change({ fullPageLimit: Number(typed) })}
        />
      </div>
    </section>
  );
}

function Files({ preferences, change }: SectionProps): ReactNode {
  return (
    <section>
      <h2>{t("options.files")}</h2>
      <div>
        <Select
          label={t("options.format")}
          value={preferences.downloadFormat}
          options={(["png", "jpg", "pdf"] as const).map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(value) => change({ downloadFormat: value as Preferences["downloadFormat"] })}
        />
        <TextField
          label={t("options.pattern")}
          text={t("options.patternText", { fields: "{title}, {host}, {date}, {time}" })}
          value={preferences.fileNamePattern}
          check={(typed) => (takes({ fileNamePattern: typed }) ? null : t("options.patternWrong"))}
          onChange={(typed) => change({ fileNamePattern: typed.trim() })}
        />
        <Switch label={t("options.ask")} checked={preferences.askWhereToSave} onChange={(askWhereToSave) => change({ askWhereToSave })} />
        <TextField
          label={t("options.subfolder")}
          value={preferences.defaultSubfolder}
          check={(typed) => (takes({ defaultSubfolder: typed }) ? null : t("options.subfolderWrong"))}
          onChange={(typed) => change({ defaultSubfolder: typed.trim() })}
        />
      </div>
    </section>
  );
}

/** Settings for the end of a recording and its sources. */
function Recordings({ saveTargets }: { saveTargets: SaveTargets }): ReactNode {
  const { value, options, choose } = useSaveTarget("recording", saveTargets);
  const [opens, setOpens] = useState(false);
  useEffect(() => void opensAfterwards().then(setOpens), []);
  return (
    <section>
      <h2>{t("recorder:popup.options.heading")}</h2>
      <div>
        {options.length > 1 && (
          <Select label={t("saveIn.recordingsGo")} value={value} options={options} onChange={(location) => void choose(location)} />
        )}
        <Switch
          label={t("recorder:popup.options.open")}
          text={t("recorder:popup.options.openText")}
          checked={opens}
          onChange={(chosen) => {
            setOpens(chosen);
            void openAfterwards(chosen);
          }}
        />
        <div className="row">
          <span className="grow">{t("recorder:popup.options.devices")}</span>
          <button type="button" onClick={() => void chrome.tabs.create({ url: chrome.runtime.getURL(PERMISSION_PAGE) })}>
            {t("recorder:popup.options.devicesButton")}
          </button>
        </div>
      </div>
    </section>
  );
}

interface OptionsProps {
  initial: Preferences;
  isInAccount: boolean;
  /** Save targets for captures and recordings. */
  saveTargets: SaveTargets;
  /** Image folders of the personal space. */
  folders: readonly FolderChoice[];
  /** Services that captures can be saved to. */
  saveServices: readonly SaveService[];
}

/** The settings of the extension: action after a capture, file names, appearance, shortcuts. */
export function Options({ initial, isInAccount, saveTargets, folders, saveServices }: OptionsProps): ReactNode {
  const [preferences, setPreferences] = useState(initial);
  const [isSaved, setSaved] = useState(false);
  const change = (patch: Partial<Preferences>): void => {
    setPreferences((before) => ({ ...before, ...patch }));
    setSaved(false);
    void savePreferences(patch).then(() => setSaved(true));
    if (patch.theme) void startPage({ ...preferences, ...patch });
  };
  return (
    <>
      <header>
        <Logo height={22} />
      </header>
      <main>
        <h1>{t("options.title")}</h1>
        <p className="where">
          {t(isInAccount ? "options.inAccount" : "options.onMachine")} <span role="status">{isSaved && t("options.saved")}</span>
        </p>
        <Captures
          preferences={preferences}
          change={change}
          saveTargets={isInAccount ? saveTargets : null}
          folders={folders}
          saveServices={saveServices}
        />
        <Recordings saveTargets={saveTargets} />
        <Files preferences={preferences} change={change} />
        <section>
          <h2>{t("options.display")}</h2>
          <div>
            <Select
              label={t("options.theme")}
              value={preferences.theme}
              options={(["system", "light", "dark"] as const).map((value) => ({ value, label: t(`options.${value}`) }))}
              onChange={(value) => change({ theme: value as Preferences["theme"] })}
            />
          </div>
        </section>
        <Shortcuts />
      </main>
    </>
  );
}

import { type ReactNode, useState } from "react";
import { savePreferences } from "../../shared/data/account.ts";
import { t } from "../../shared/data/i18n.ts";
import type { Preferences } from "../../shared/data/preferences.ts";
import { useSaveTarget } from "../../shared/ui/use-save-target.ts";
import { Choice } from "../../shared/ui/choice.tsx";
import { afterMenu } from "../after-menu.ts";
import type { PopupState } from "./popup-state.ts";

interface CaptureSettingsProps {
  state: PopupState;
  /** Called when the save target has changed. */
  onLocationChange: () => void;
}

/** Action after a capture and save target, stored locally and in the account. */
export function CaptureSettings({ state, onLocationChange }: CaptureSettingsProps): ReactNode {
  const [changed, setChanged] = useState<Partial<Preferences>>({});
  const { afterCapture, captureFolderId } = { ...state.preferences, ...changed };
  const change = (patch: Partial<Preferences>): void => {
    setChanged((before) => ({ ...before, ...patch }));
    void savePreferences(patch);
  };
  const { value, options, choose } = useSaveTarget("capture", state.saveTargets, {
    folders: state.folders ?? [],
    folderId: captureFolderId,
    choose: (folderId) => change({ captureFolderId: folderId }),
  });
  return (
    <div className="settings">
      <div>
        <span className="grow">{t("after.label")}</span>
        <Choice
          label={t("after.label")}
          value={afterCapture}
          {...afterMenu(state.saveServices, afterCapture, (action) => change({ afterCapture: action }))}
        />
      </div>
      {state.session === "signed-in" && (
        <div>
          <span className="grow">{t("saveIn.label")}</span>
          <Choice
            label={t("saveIn.label")}
            value={value}
            options={options}
            onChange={(location) => void choose(location).then(onLocationChange)}
          />
        </div>
      )}
    </div>
  );
}

import { FRAME_RATES, type FrameRate, type RecordingSetup, type Resolution, RESOLUTIONS } from "@stillreel/recorder/types";
import { type ReactNode, useId } from "react";
import { type Device, PERMISSION_PAGE } from "../../core/device-access.ts";
import { COUNTDOWNS } from "../../core/recording-setup.ts";
import { t } from "../../../shared/data/i18n.ts";
import { Choice } from "../../../shared/ui/choice.tsx";
import { RecordIcon } from "./record-icons.tsx";
import type { Devices } from "./use-devices.ts";

interface RowsProps {
  setup: RecordingSetup;
  onChange: (patch: Partial<RecordingSetup>) => void;
}

function Toggle({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }): ReactNode {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={label}
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** Opens the page that requests the devices: a permission prompt would close the popup. */
const askInTab = (): void => void chrome.tabs.create({ url: chrome.runtime.getURL(PERMISSION_PAGE) }).then(() => window.close());

const DEFAULT = "default";

/** Returns the text of a device with its kind, which a name such as "Default" does not show. */
const named = (kind: string, device: string): string => (device ? t("recorder:popup.namedDevice", { kind, device }) : kind);

interface DeviceRowProps {
  device: Device;
  devices: Devices;
  chosen: RecordingSetup["microphone"];
  onChange: (chosen: RecordingSetup["microphone"]) => void;
  children?: ReactNode;
}

/** Settings of one device kind: the device and whether it is recorded. */
export function DeviceRow({ device, devices, chosen, onChange, children }: DeviceRowProps): ReactNode {
  const name = t(`recorder:popup.${device}`);
  const isAllowed = devices.access === "granted";
  const isOn = isAllowed && chosen !== null;
  const known = devices.choices.some(({ id }) => id === chosen?.deviceId);
  // The browser's default replaces a device that is not connected.
  const options = [
    ...(devices.choices.length === 1 ? [] : [{ value: DEFAULT, label: named(name, t("recorder:popup.defaultDevice")) }]),
    ...devices.choices.map(({ id, name: label }) => ({ value: id, label: named(name, label) })),
  ];
  const value = known ? (chosen?.deviceId ?? DEFAULT) : (options[0]?.value ?? DEFAULT);
  return (
    <div>
      <RecordIcon of={device} />
      {isAllowed && devices.choices.length > 0 ? (
        <span className="grow device">
          <Choice
            label={name}
            value={value}
            options={options}
            onChange={(next) => onChange({ deviceId: next === DEFAULT ? null : next })}
          />
        </span>
      ) : (
        <span className="grow">{name}</span>
      )}
      {(devices.access === "prompt" || devices.access === "denied") && (
        <button type="button" className="quiet allow" aria-label={`${name}: ${t("recorder:popup.allow")}`} onClick={askInTab}>
          {t(devices.access === "denied" ? "recorder:popup.blocked" : "recorder:popup.allow")}
        </button>
      )}
      {isOn && children}
      <Toggle label={name} isOn={isOn} onChange={(next) => (isAllowed ? onChange(next ? { deviceId: null } : null) : askInTab())} />
    </div>
  );
}

/** Shows the microphone level as a bar and as text for screen readers. */
export function Meter({ level }: { level: number }): ReactNode {
  return (
    <span
      className="meter"
      role="meter"
      aria-label={t("recorder:popup.level")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
    >
      <i style={{ inlineSize: `${level * 100}%` }} />
    </span>
  );
}

/** Settings for system sound and countdown. */
export function SoundAndCountdown({ setup, onChange }: RowsProps): ReactNode {
  const name = useId();
  const isTab = setup.source === "tab" || setup.source === "area";
  const sound = t(isTab ? "recorder:popup.tabSound" : "recorder:popup.computerSound");
  return (
    <>
      {setup.source !== "camera" && (
        <div>
          <RecordIcon of="sound" />
          <span className="grow">{sound}</span>
          <Toggle label={sound} isOn={setup.systemSound} onChange={(systemSound) => onChange({ systemSound })} />
        </div>
      )}
      <div role="radiogroup" aria-label={t("recorder:popup.countdown")}>
        <span className="grow">{t("recorder:popup.countdown")}</span>
        <span className="segments">
          {COUNTDOWNS.map((seconds) => (
            <label key={seconds}>
              <input type="radio" name={name} checked={setup.countdown === seconds} onChange={() => onChange({ countdown: seconds })} />
              <span>{seconds === 0 ? t("recorder:popup.off") : t("recorder:popup.seconds", { count: seconds })}</span>
            </label>
          ))}
        </span>
      </div>
    </>
  );
}

const linesOf = (lines: Resolution): string => (lines === 2160 ? t("recorder:popup.fourK") : t("recorder:popup.lines", { lines }));

/** Less frequent settings. */
export function MoreRows({ setup, isSignedIn, onChange }: RowsProps & { isSignedIn: boolean }): ReactNode {
  const isPage = setup.source !== "camera";
  return (
    <>
      <div>
        <span className="grow">{t("recorder:popup.resolution")}</span>
        <Choice
          label={t("recorder:popup.resolution")}
          value={String(setup.resolution)}
          options={RESOLUTIONS.map((lines) => ({ value: String(lines), label: linesOf(lines) }))}
          onChange={(value) => onChange({ resolution: Number(value) as Resolution })}
        />
      </div>
      <div>
        <span className="grow">{t("recorder:popup.frameRate")}</span>
        <Choice
          label={t("recorder:popup.frameRate")}
          value={String(setup.frameRate)}
          options={FRAME_RATES.map((rate) => ({ value: String(rate), label: String(rate) }))}
          onChange={(value) => onChange({ frameRate: Number(value) as FrameRate })}
        />
      </div>
      {isPage && (
        <div>
          <span className="grow">{t("recorder:popup.clicks")}</span>
          <Toggle label={t("recorder:popup.clicks")} isOn={setup.showClicks} onChange={(showClicks) => onChange({ showClicks })} />
        </div>
      )}
      {isSignedIn && (
        <div>
          <span className="grow">{t("recorder:popup.live")}</span>
          <Toggle label={t("recorder:popup.live")} isOn={setup.live} onChange={(live) => onChange({ live })} />
        </div>
      )}
    </>
  );
}

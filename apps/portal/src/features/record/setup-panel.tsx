import { Button, NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { FRAME_RATES, RESOLUTIONS, type FrameRate, type RecordingSetup, type Resolution, type SoundLevel } from "@stillreel/recorder";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import {
  IconAppWindow,
  IconDeviceDesktop,
  IconFolder,
  IconMicrophone,
  IconUserCircle,
  IconVideo,
  IconVolume,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Meter } from "./meter.tsx";
import styles from "./record.module.css";
import { destinationKey, destinationName } from "./recording-destination.ts";
import { COUNTDOWNS, type PortalSource } from "./stored-setup.ts";
import type { Devices } from "./use-devices.ts";
import type { Destinations } from "./use-destinations.ts";

const ICONS: Record<PortalSource, Icon> = { screen: IconDeviceDesktop, window: IconAppWindow, camera: IconUserCircle };

interface Props {
  setup: RecordingSetup;
  sources: readonly PortalSource[];
  devices: Devices;
  /** Current microphone level; null before permission. */
  level: SoundLevel | null;
  isStarting: boolean;
  /** Selectable save targets; hidden when there is only one. */
  where: Destinations;
  onChange: (change: Partial<RecordingSetup>) => void;
  /** Called when the user enables a device, so that the permission may be requested. */
  onDeviceRequest: () => void;
  onStart: () => void;
}

/** The recording setup and its start button. */
export function SetupPanel(props: Props): ReactNode {
  const { setup, sources, isStarting, onChange, onStart } = props;
  const { t } = useTranslation("recorder");
  return (
    <form
      className={styles.setup}
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      <fieldset className={styles.sources}>
        <legend className={VISUALLY_HIDDEN.always}>{t("portal.sources")}</legend>
        {sources.map((source) => {
          const SourceIcon = ICONS[source];
          return (
            <label key={source} className={styles.source} data-chosen={setup.source === source || undefined}>
              <input
                type="radio"
                name="source"
                className={styles.radio}
                checked={setup.source === source}
                onChange={() => onChange({ source })}
              />
              <SourceIcon size={30} stroke={1.6} aria-hidden="true" />
              {t(`portal.source.${source}`)}
            </label>
          );
        })}
      </fieldset>
      <DeviceRows {...props} />
      <QualityRows {...props} />
      <DestinationRow {...props.where} />
      <Button type="submit" size="lg" fullWidth loading={isStarting} leftSection={<span className={styles.dot} />}>
        {t("portal.start")}
      </Button>
    </form>
  );
}

interface DeviceRowProps {
  icon: Icon;
  label: string;
  devices: MediaDeviceInfo[];
  choice: RecordingSetup["camera"];
  onChoose: (choice: RecordingSetup["camera"]) => void;
  /** Absent where it can be disabled. */
  isFixed?: boolean;
  children?: ReactNode;
}

function DeviceRow({ icon: RowIcon, label, devices, choice, onChoose, isFixed, children }: DeviceRowProps): ReactNode {
  const { t } = useTranslation("recorder");
  const isOn = isFixed || choice !== null;
  return (
    <div className={styles.row}>
      <RowIcon {...ICON} />
      {isOn && devices.length > 0 ? (
        <NativeSelect
          className={styles.device}
          size="sm"
          variant="unstyled"
          aria-label={label}
          // The default device replaces a disconnected one.
          value={devices.some(({ deviceId }) => deviceId === choice?.deviceId) ? (choice?.deviceId ?? "") : ""}
          data={[
            { value: "", label: t("portal.defaultDevice") },
            ...devices.map((device) => ({ value: device.deviceId, label: device.label })),
          ]}
          onChange={(event) => onChoose({ deviceId: event.currentTarget.value || null })}
        />
      ) : (
        <span className={styles.device}>{label}</span>
      )}
      {isOn && children}
      {!isFixed && (
        <Switch
          aria-label={label}
          checked={isOn}
          onChange={(event) => onChoose(event.currentTarget.checked ? { deviceId: choice?.deviceId ?? null } : null)}
        />
      )}
    </div>
  );
}

function DeviceRows({ setup, devices, level, onChange, onDeviceRequest }: Props): ReactNode {
  const { t } = useTranslation("recorder");
  const isCamera = setup.source === "camera";
  return (
    <div className={styles.rows}>
      <DeviceRow
        icon={IconMicrophone}
        label={t("portal.microphone")}
        devices={devices.microphones}
        choice={setup.microphone}
        onChoose={(microphone) => {
          onChange({ microphone });
          if (microphone) onDeviceRequest();
        }}
      >
        {level && <Meter level={level.level} label={t("portal.level")} />}
      </DeviceRow>
      {level?.silent && (
        <p className={styles.warning} role="status">
          {t("portal.silent")}
        </p>
      )}
      <DeviceRow
        icon={IconVideo}
        label={t("portal.camera")}
        devices={devices.cameras}
        choice={setup.camera}
        isFixed={isCamera}
        onChoose={(camera) => {
          onChange({ camera });
          if (camera) onDeviceRequest();
        }}
      />
      {setup.camera && !isCamera && (
        <div className={styles.row}>
          <span className={styles.device}>{t("portal.shape")}</span>
          <SegmentedControl
            size="xs"
            aria-label={t("portal.shape")}
            value={setup.bubble.shape}
            data={(["round", "square"] as const).map((value) => ({ value, label: t(`portal.shapes.${value}`) }))}
            onChange={(shape) => onChange({ bubble: { ...setup.bubble, shape: shape === "square" ? "square" : "round" } })}
          />
        </div>
      )}
      {!isCamera && (
        <div className={styles.row}>
          <IconVolume {...ICON} />
          <span className={styles.device}>{t("portal.systemSound")}</span>
          <Switch
            aria-label={t("portal.systemSound")}
            checked={setup.systemSound}
            onChange={(event) => onChange({ systemSound: event.currentTarget.checked })}
          />
        </div>
      )}
    </div>
  );
}

/** Save target menu with a notice about a closed target. */
function DestinationRow({ destinations, destination, lost, choose }: Destinations): ReactNode {
  const { t } = useTranslation("recorder");
  if (destinations.length === 1 && !lost) return null;
  const name = lost && destinationName(lost);
  return (
    <div className={styles.rows}>
      <div className={styles.row}>
        <IconFolder {...ICON} />
        <span className={styles.device}>{t("portal.into")}</span>
        <NativeSelect
          className={styles.into}
          size="xs"
          aria-label={t("portal.into")}
          value={destinationKey(destination)}
          data={destinations.map((one) => ({
            value: destinationKey(one),
            label: [one.workspaceName ?? t("portal.ownVideos"), ...one.path].join(" / "),
            disabled: one.isOff === true,
          }))}
          onChange={(event) => {
            const chosen = destinations.find((one) => destinationKey(one) === event.currentTarget.value);
            if (chosen) choose(chosen);
          }}
        />
      </div>
      {lost && (
        <p className={styles.warning} role="alert">
          {name === null ? t("portal.toOwnUnnamed") : t("portal.toOwn", { name })}
        </p>
      )}
    </div>
  );
}

function QualityRows({ setup, onChange }: Props): ReactNode {
  const { t } = useTranslation("recorder");
  return (
    <div className={styles.rows}>
      <div className={styles.row}>
        <span className={styles.device}>{t("portal.countdown")}</span>
        <SegmentedControl
          size="xs"
          aria-label={t("portal.countdown")}
          value={String(setup.countdown)}
          data={COUNTDOWNS.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t("portal.off") : t("portal.seconds", { seconds }),
          }))}
          onChange={(value) => onChange({ countdown: COUNTDOWNS.find((seconds) => String(seconds) === value) ?? 3 })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.device}>{t("portal.quality")}</span>
        <NativeSelect
          size="xs"
          aria-label={t("portal.resolution")}
          value={String(setup.resolution)}
          data={RESOLUTIONS.map((lines) => ({ value: String(lines), label: lines === 2160 ? "4K" : `${lines}p` }))}
          onChange={(event) => onChange({ resolution: Number(event.currentTarget.value) as Resolution })}
        />
        <NativeSelect
          size="xs"
          aria-label={t("portal.frameRate")}
          value={String(setup.frameRate)}
          data={FRAME_RATES.map((rate) => ({ value: String(rate), label: t("portal.rate", { rate }) }))}
          onChange={(event) => onChange({ frameRate: Number(event.currentTarget.value) as FrameRate })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.device}>
          {t("portal.live")}
          <small className={styles.hint}>{t(setup.live ? "portal.liveOn" : "portal.liveOff")}</small>
        </span>
        <Switch aria-label={t("portal.live")} checked={setup.live} onChange={(event) => onChange({ live: event.currentTarget.checked })} />
      </div>
    </div>
  );
}

import { type ReactNode, useEffect, useState } from "react";
import type { NamedDevice } from "./device-choice.ts";
import type { Translate } from "./request-data.ts";

/** Interval in which a level is read, in milliseconds. */
const LEVEL_EVERY_MS = 100;

/** A switch with its name. */
export function SwitchField({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }): ReactNode {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** Chooses a device. Without names of devices only what it is. */
export function DeviceSelect({
  label,
  devices,
  value,
  onChange,
}: {
  label: string;
  devices: readonly NamedDevice[];
  value: string | null;
  onChange: (deviceId: string) => void;
}): ReactNode {
  if (devices.length === 0) return <span className="grow">{label}</span>;
  const known = devices.some(({ deviceId }) => deviceId === value) ? value : null;
  return (
    <select aria-label={label} value={known ?? devices[0]?.deviceId} onChange={({ target }) => onChange(target.value)}>
      {devices.map(({ deviceId, label: name }) => (
        <option key={deviceId} value={deviceId}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A level from 0 to 1 as a bar. */
export function LevelBar({ t, level }: { t: Translate; level: number }): ReactNode {
  return (
    <span
      className="level"
      role="meter"
      aria-label={t("askLevel")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
    >
      <i style={{ inlineSize: `${Math.round(level * 100)}%` }} />
    </span>
  );
}

/** The level of an open microphone. */
export function LevelMeter({ t, stream }: { t: Translate; stream: MediaStream }): ReactNode {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    let isGone = false;
    let stop = (): void => undefined;
    void import("@stillreel/recorder").then(({ listenTo }) => {
      if (isGone) return;
      const meter = listenTo(stream, () => performance.now());
      const timer = setInterval(() => setLevel(meter.level().level), LEVEL_EVERY_MS);
      stop = () => {
        clearInterval(timer);
        meter.close();
      };
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [stream]);
  return <LevelBar t={t} level={level} />;
}

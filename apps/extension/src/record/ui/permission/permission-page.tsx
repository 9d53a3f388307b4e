import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Logo } from "../../../shared/ui/logo.tsx";
import { type Device, type DeviceAccess, deviceAccess } from "../../core/device-access.ts";
import { storeSetup, readSetup } from "../../data/stored-setup.ts";
import { t } from "../../../shared/data/i18n.ts";

/** State of a device: the browser's answer, or that no device exists. */
type DeviceStatus = DeviceAccess | "missing";
const DEVICES = ["microphone", "camera"] as const satisfies readonly Device[];

const words = (key: string): string => t(`recorder:popup.permission.${key}`);

/** Requests the permission and releases the device immediately. */
async function ask(device: Device): Promise<DeviceStatus> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(device === "microphone" ? { audio: true } : { video: true });
    for (const track of stream.getTracks()) track.stop();
    return "granted";
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return "missing";
    // The device is in use but permitted; the recorder reports a problem when it starts.
    return deviceAccess(device);
  }
}

function useDeviceStatuses(): [Record<Device, DeviceStatus>, (devices: readonly Device[]) => Promise<void>] {
  const [statuses, setStatuses] = useState<Record<Device, DeviceStatus>>({ microphone: "prompt", camera: "prompt" });
  const read = useCallback(async () => {
    const [microphone, camera] = await Promise.all([deviceAccess("microphone"), deviceAccess("camera")]);
    setStatuses({ microphone, camera });
  }, []);
  useEffect(() => {
    void read();
    // The permission may change in the address bar.
    addEventListener("focus", read);
    return () => removeEventListener("focus", read);
  }, [read]);
  const askFor = useCallback(async (devices: readonly Device[]) => {
    // One after the other: two simultaneous prompts would hide each other.
    for (const device of devices) {
      const status = await ask(device);
      setStatuses((before) => ({ ...before, [device]: status }));
    }
  }, []);
  return [statuses, askFor];
}

async function closeTab(): Promise<void> {
  const tab = await chrome.tabs.getCurrent();
  if (tab?.id !== undefined) await chrome.tabs.remove(tab.id);
}

/** Disables in the setup the devices that must not be requested again. */
async function goWithout(): Promise<void> {
  await storeSetup({ ...(await readSetup()), microphone: null, camera: null });
  await closeTab();
}

interface ButtonsProps {
  statuses: Record<Device, DeviceStatus>;
  isAsking: boolean;
  onAsk: (devices: readonly Device[]) => void;
}

/** The buttons: ask for what was not asked for yet, go on without, or close the tab. */
function PermissionButtons({ statuses, isAsking, onAsk }: ButtonsProps): ReactNode {
  const isDone = statuses.microphone === "granted";
  const open = DEVICES.filter((device) => statuses[device] === "prompt");
  return (
    <div className="buttons">
      {open.length > 0 && (
        <button type="button" className={isDone ? "" : "filled"} disabled={isAsking} aria-busy={isAsking} onClick={() => onAsk(open)}>
          {words(open.length === 2 ? "ask" : open[0] === "camera" ? "askCamera" : "askMicrophone")}
        </button>
      )}
      {open.length === 2 && (
        <button type="button" disabled={isAsking} onClick={() => onAsk(["microphone"])}>
          {words("onlyMicrophone")}
        </button>
      )}
      {isDone ? (
        <button type="button" className="filled" onClick={() => void closeTab()}>
          {words("back")}
        </button>
      ) : (
        <button type="button" onClick={() => void goWithout()}>
          {words("without")}
        </button>
      )}
    </div>
  );
}

/** Explains the use of microphone and camera, requests the permission once, shows the answer, and leads back. */
export function PermissionPage(): ReactNode {
  const [statuses, askFor] = useDeviceStatuses();
  const [isAsking, setAsking] = useState(false);
  const run = async (devices: readonly Device[]): Promise<void> => {
    setAsking(true);
    await askFor(devices);
    setAsking(false);
  };
  const isDone = statuses.microphone === "granted";
  const isDenied = DEVICES.some((device) => statuses[device] === "denied");
  return (
    <>
      <header>
        <Logo height={22} />
      </header>
      <main>
        <h1>{words("title")}</h1>
        <p className="why">{words("text")}</p>
        <ul>
          {DEVICES.map((device) => (
            <li key={device} className={statuses[device]}>
              <span>{words(device)}</span>
              <span role="status">{words(statuses[device])}</span>
            </li>
          ))}
        </ul>
        {isDenied && <p role="alert">{words("deniedText")}</p>}
        {isDone && (
          <p className="done" role="status">
            {words("done")}
          </p>
        )}
        <PermissionButtons statuses={statuses} isAsking={isAsking} onAsk={(devices) => void run(devices)} />
      </main>
    </>
  );
}

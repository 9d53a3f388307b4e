import { sizeText } from "@stillreel/i18n";
import { type RequestKind } from "@stillreel/contract";
import { type ChangeEvent, type ReactNode, useRef } from "react";
import { DeviceSelect, LevelMeter, SwitchField } from "./device-fields.tsx";
import type { RecordingChoice } from "./recording-device.ts";
import { isUsable, type RequestData, type Translate } from "./request-data.ts";
import { SenderFields } from "./sender-fields.tsx";
import type { StoredSender } from "./stored-answer.ts";
import { useAllowedMicrophone, useDeviceLists } from "./use-devices.ts";

const ART: Record<RequestKind, ReactNode> = {
  screen: (
    <svg viewBox="0 0 64 52" aria-hidden="true">
      <rect x="7" y="4" width="50" height="32" rx="3" fill="var(--accent)" />
      <path d="M32 37v9M23 46h18" stroke="var(--ink-3)" strokeWidth="2" />
    </svg>
  ),
  camera: (
    <svg viewBox="0 0 64 52" aria-hidden="true">
      <circle cx="32" cy="25" r="20" fill="var(--accent)" />
      <circle cx="32" cy="20" r="7" fill="#17161c" />
      <path d="M19 40a13 13 0 0 1 26 0 20 20 0 0 1-26 0z" fill="#17161c" />
    </svg>
  ),
  file: (
    <svg viewBox="0 0 64 52" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M18 4h20l9 9v33H18z" />
      <path d="M38 4v9h9z" fill="var(--accent)" />
      <path d="M32 37V22m-6 6 6-6 6 6" />
    </svg>
  ),
};

interface Props {
  data: RequestData;
  t: Translate;
  kind: RequestKind;
  choice: RecordingChoice;
  sender: StoredSender;
  problem: string | null;
  /** Whether the problem can be avoided by a recording without sound. */
  canSkipSound: boolean;
  isBusy: boolean;
  onKind: (kind: RequestKind) => void;
  onChoice: (choice: RecordingChoice) => void;
  onSender: (sender: StoredSender) => void;
  onStart: (choice: RecordingChoice) => void;
  onFile: (file: File) => void;
}

/** Returns the key of the text under a kind. Phones have two cameras. */
const textKeyOf = (kind: RequestKind): string => (kind === "camera" && !isUsable("screen") ? "askKindText_cameras" : `askKindText_${kind}`);

/** The tiles of the kinds that are asked for. With one kind there are none. */
function Tiles({ data, t, kind, onKind }: Pick<Props, "data" | "t" | "kind" | "onKind">): ReactNode {
  const { kinds, maxVideoBytes } = data.request;
  if (kinds.length < 2) return null;
  const size = sizeText(maxVideoBytes, document.documentElement.lang);
  return (
    <fieldset className="tiles">
      <legend>{t("askHow")}</legend>
      {kinds.map((one) => (
        <label key={one} className="tile" data-off={!isUsable(one) || undefined}>
          <input type="radio" name="kind" value={one} checked={one === kind} disabled={!isUsable(one)} onChange={() => onKind(one)} />
          {ART[one]}
          <b>{t(`askKind_${one}`)}</b>
          <span>{isUsable(one) ? t(textKeyOf(one), { size }) : t("askOnComputer")}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Devices of a recording. Permission is requested only after the start; afterwards the devices have names, and the level is shown. */
function Devices({ t, kind, choice, onChoice }: Pick<Props, "t" | "kind" | "choice" | "onChoice">): ReactNode {
  const isRecorded = kind !== "file";
  const stream = useAllowedMicrophone(isRecorded && choice.sound, choice.microphoneId);
  const { microphones } = useDeviceLists(stream);
  if (!isRecorded) return null;
  return (
    <div className="devices">
      <div>
        <DeviceSelect
          label={t("askMicrophone")}
          devices={microphones}
          value={choice.microphoneId}
          onChange={(microphoneId) => onChoice({ ...choice, microphoneId })}
        />
        {stream && <LevelMeter t={t} stream={stream} />}
        <SwitchField label={t("askMicrophoneOn")} isOn={choice.sound} onChange={(sound) => onChoice({ ...choice, sound })} />
      </div>
      {kind === "screen" && (
        <div>
          <span className="grow">{t("askFace")}</span>
          <SwitchField label={t("askFace")} isOn={choice.face} onChange={(face) => onChoice({ ...choice, face })} />
        </div>
      )}
    </div>
  );
}

/** The first step: what to send, and the start. */
export function ChooseView(props: Props): ReactNode {
  const { t, kind, choice, sender, problem, canSkipSound, isBusy, onSender, onStart, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    target.value = "";
    if (file) onFile(file);
  };
  const source = kind === "camera" ? "camera" : "screen";
  return (
    <div className="card">
      <Tiles {...props} />
      <Devices {...props} />
      <SenderFields t={t} sender={sender} onChange={onSender} />
      <div className="bar">
        <Consent {...props} />
        {problem !== null && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
        {canSkipSound && (
          <button type="button" className="btn default lg" onClick={() => onStart({ ...choice, source, sound: false })}>
            {t("askWithoutSound")}
          </button>
        )}
        {kind === "file" ? (
          <>
            <input
              ref={input}
              type="file"
              id="ask-file"
              accept="video/*,image/png,image/jpeg,image/webp,image/gif,.mkv"
              hidden
              onChange={chosen}
            />
            <button type="button" className="btn filled lg" onClick={() => input.current?.click()}>
              {t("askChooseFile")}
            </button>
          </>
        ) : (
          <button
            type="button"
            className="btn filled lg"
            disabled={isBusy || !isUsable(kind)}
            onClick={() => onStart({ ...choice, source })}
          >
            <i className="dot" aria-hidden="true" />
            {t(kind === "camera" ? "askStartCamera" : "askStart")}
          </button>
        )}
        <p className="hint">{t(isUsable(kind) ? "askNothingSent" : "askOnComputerText")}</p>
      </div>
    </div>
  );
}

/** What happens with an answer. */
export function Consent({ data, t }: Pick<Props, "data" | "t">): ReactNode {
  const { asker, workspace } = data.request;
  return (
    <p className="consent">
      <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <rect x="3.5" y="8" width="11" height="7.5" rx="1.5" />
        <path d="M6 8V5.5a3 3 0 0 1 6 0V8" />
      </svg>
      <span>
        {workspace
          ? t("askConsentTeam", { name: asker.displayName, workspace: workspace.name })
          : t("askConsent", { name: asker.displayName })}{" "}
        <a href="/privacy" target="_blank" rel="noreferrer">
          {t("askPrivacy")}
        </a>
      </span>
    </p>
  );
}

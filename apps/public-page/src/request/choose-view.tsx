import { type RequestKind } from "@stillreel/contract";
import { type ChangeEvent, type ReactNode, useRef } from "react";
import type { RecordingChoice } from "./recording-device.ts";
import { isUsable, sizeText, type RequestData, type Say } from "./request-data.ts";
import { SenderFields } from "./sender-fields.tsx";
import type { StoredSender } from "./stored-answer.ts";

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
  say: Say;
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

/** The tiles of the kinds that are asked for. With one kind there are none. */
function Tiles({ data, say, kind, onKind }: Pick<Props, "data" | "say" | "kind" | "onKind">): ReactNode {
  const { kinds, maxVideoBytes } = data.request;
  if (kinds.length < 2) return null;
  const size = sizeText(maxVideoBytes, document.documentElement.lang);
  return (
    <fieldset className="tiles">
      <legend>{say("askHow")}</legend>
      {kinds.map((one) => (
        <label key={one} className="tile" data-off={!isUsable(one) || undefined}>
          <input type="radio" name="kind" value={one} checked={one === kind} disabled={!isUsable(one)} onChange={() => onKind(one)} />
          {ART[one]}
          <b>{say(`askKind_${one}`)}</b>
          <span>{isUsable(one) ? say(`askKindText_${one}`, { size }) : say("askOnComputer")}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Switches of a recording. Permission is requested only after the start. */
function Devices({ say, kind, choice, onChoice }: Pick<Props, "say" | "kind" | "choice" | "onChoice">): ReactNode {
  if (kind === "file") return null;
  return (
    <div className="devices">
      <label>
        <span>{say("askMicrophone")}</span>
        <input type="checkbox" role="switch" checked={choice.sound} onChange={() => onChoice({ ...choice, sound: !choice.sound })} />
      </label>
      {kind === "screen" && (
        <label>
          <span>{say("askFace")}</span>
          <input type="checkbox" role="switch" checked={choice.face} onChange={() => onChoice({ ...choice, face: !choice.face })} />
        </label>
      )}
    </div>
  );
}

/** The first step: what to send, and the start. */
export function ChooseView(props: Props): ReactNode {
  const { say, kind, choice, sender, problem, canSkipSound, isBusy, onSender, onStart, onFile } = props;
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
      <SenderFields say={say} sender={sender} onChange={onSender} />
      <Consent {...props} />
      {problem !== null && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      {canSkipSound && (
        <button type="button" className="btn default lg" onClick={() => onStart({ ...choice, source, sound: false })}>
          {say("askWithoutSound")}
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
            {say("askChooseFile")}
          </button>
        </>
      ) : (
        <button type="button" className="btn filled lg" disabled={isBusy || !isUsable(kind)} onClick={() => onStart({ ...choice, source })}>
          <i className="dot" aria-hidden="true" />
          {say(kind === "camera" ? "askStartCamera" : "askStart")}
        </button>
      )}
      <p className="hint">{say(isUsable(kind) ? "askNothingSent" : "askOnComputerText")}</p>
    </div>
  );
}

/** What happens with an answer. */
export function Consent({ data, say }: Pick<Props, "data" | "say">): ReactNode {
  const { asker, workspace } = data.request;
  return (
    <p className="consent">
      {workspace
        ? say("askConsentTeam", { name: asker.displayName, workspace: workspace.name })
        : say("askConsent", { name: asker.displayName })}
    </p>
  );
}

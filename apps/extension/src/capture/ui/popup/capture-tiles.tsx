import { type ReactNode, useEffect, useState } from "react";
import { type CaptureKind, DELAYS, KIND_KEYS } from "../../core/capture-order.ts";
import { t } from "../../../shared/data/i18n.ts";
import { Choice } from "../../../shared/ui/choice.tsx";
import { ElementIcon, ScreenIcon, TilePicture } from "../../../shared/ui/icons.tsx";
import { storedDelay } from "../../data/capture-delay.ts";
import { useShortcuts } from "../../../shared/ui/use-shortcuts.ts";

/** The four tiles in the order of their digit keys, with the commands whose shortcuts they show. */
const TILES = [
  { kind: "visible", command: "capture-visible" },
  { kind: "area", command: "capture-area" },
  { kind: "full-page", command: "capture-full-page" },
  { kind: "delay", command: "capture-delay" },
] as const satisfies readonly { kind: CaptureKind; command: string }[];

const QUIET = [
  { kind: "element", icon: ElementIcon },
  { kind: "screen", icon: ScreenIcon },
] as const satisfies readonly { kind: CaptureKind; icon: unknown }[];

function useDelay(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState<number>(DELAYS[0]);
  useEffect(() => void storedDelay().then(setSeconds), []);
  const choose = (chosen: number): void => {
    setSeconds(chosen);
    void chrome.storage.local.set({ delaySeconds: chosen });
  };
  return [seconds, choose];
}

interface TilesProps {
  /** The capture that this popup has started. */
  busy: CaptureKind | null;
  onCapture: (kind: CaptureKind, seconds: number) => void;
}

/** All capture kinds: four tiles and two secondary buttons below. Digits 1 to 4 select a tile. */
export function CaptureTiles({ busy, onCapture }: TilesProps): ReactNode {
  const shortcuts = useShortcuts();
  const [seconds, setSeconds] = useDelay();

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const tile = TILES[Number(event.key) - 1];
      const isTyping = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
      if (!tile || busy || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      onCapture(tile.kind, seconds);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [busy, onCapture, seconds]);

  return (
    <>
      <div className="tiles">
        {TILES.map(({ kind, command }) => (
          <div key={kind} className="tile-fallback">
            <button
              type="button"
              className="tile"
              aria-busy={busy === kind}
              disabled={busy !== null}
              onClick={() => onCapture(kind, seconds)}
            >
              <TilePicture kind={kind} />
              <b>{t(KIND_KEYS[kind], { count: seconds })}</b>
              <small>{busy === kind ? t("capture.busy") : shortcuts.get(command)}</small>
            </button>
            {kind === "delay" && (
              <Choice
                className="delay-choice"
                label={t("capture.delayMenu")}
                value={String(seconds)}
                options={DELAYS.map((delay) => ({ value: String(delay), label: t("capture.delayChoice", { count: delay }) }))}
                onChange={(value) => setSeconds(Number(value))}
              />
            )}
          </div>
        ))}
      </div>
      <div className="quiet-tiles">
        {QUIET.map(({ kind, icon: Icon }) => (
          <button key={kind} type="button" aria-busy={busy === kind} disabled={busy !== null} onClick={() => onCapture(kind, seconds)}>
            <Icon size={17} />
            {t(KIND_KEYS[kind])}
          </button>
        ))}
      </div>
    </>
  );
}

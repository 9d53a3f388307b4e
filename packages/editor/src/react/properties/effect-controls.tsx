import { IconCircle, IconSquare } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "../parts/button.tsx";
import { SMALL_ICON } from "../parts/icon.ts";
import { Slider } from "../parts/slider.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./properties.module.css";
import type { ControlProps } from "./style-controls.types.ts";

const MODES = ["blur", "pixelate"] as const;

/** Strength of blur, spotlight and magnifier. */
export function EffectControls({ has, values, onChange }: ControlProps): ReactNode {
  const { t } = useTexts();
  const percent = (value: number) => t("properties.percent", { value: Math.round(value * 100) });
  return (
    <>
      {has("mode") && (
        <div className={styles.segments} role="group" aria-label={t("properties.mode")}>
          {MODES.map((mode) => (
            <button key={mode} type="button" aria-pressed={values.mode === mode} onClick={() => onChange({ mode })}>
              {t(`properties.${mode}`)}
            </button>
          ))}
        </div>
      )}
      {has("strength") && (
        <Slider
          label={t("properties.strength")}
          min={2}
          max={60}
          step={1}
          value={Math.min(60, values.strength)}
          text={t("properties.pixels", { value: Math.round(values.strength) })}
          onChange={(strength, isLive) => onChange({ strength }, isLive)}
        />
      )}
      {has("round") && (
        <IconButton
          label={t("properties.round")}
          icon={values.round ? <IconCircle {...SMALL_ICON} /> : <IconSquare {...SMALL_ICON} />}
          isPressed={values.round}
          onPress={() => onChange({ round: !values.round })}
        />
      )}
      {has("dim") && (
        <Slider
          label={t("properties.dim")}
          min={0.1}
          max={0.95}
          step={0.05}
          value={values.dim}
          text={percent(values.dim)}
          onChange={(dim, isLive) => onChange({ dim }, isLive)}
        />
      )}
      {has("zoom") && (
        <Slider
          label={t("properties.zoom")}
          min={1.1}
          max={10}
          step={0.1}
          value={values.zoom}
          text={t("properties.times", { value: Math.round(values.zoom * 10) / 10 })}
          onChange={(zoom, isLive) => onChange({ zoom }, isLive)}
        />
      )}
    </>
  );
}

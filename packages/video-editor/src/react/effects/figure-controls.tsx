import type { EditEffectOf } from "@stillreel/contract";
import { kindOf } from "@stillreel/editor/core";
import { ColorSwatches, StampChoices } from "@stillreel/editor/parts";
import type { ReactNode } from "react";
import type { FigureTool } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import { SliderRow } from "../parts/slider-row.tsx";
import { Switch } from "../parts/switch.tsx";
import { rememberStyle } from "../stage/figure-styles.ts";
import { useTexts } from "../texts-context.tsx";
import { AlignControl } from "./align-control.tsx";
import styles from "./effects.module.css";
import { live } from "./live.ts";

type Styles = ReturnType<ReturnType<typeof kindOf>["stylesOf"]>;

interface StyleProps {
  /** Values of the styles that the figure has. */
  values: Styles;
  onChange(patch: Styles, isLive?: boolean): void;
}

/** Styles of a figure of the image editor: those that its kind has. */
export function FigureControls({ effect }: { effect: EditEffectOf<"figure"> }): ReactNode {
  const editor = useEditor();
  const { shape } = effect;
  const kind = kindOf(shape);
  const change = (patch: Styles, isLive = false): void => {
    rememberStyle(editor, shape.type as FigureTool, patch);
    live(editor, effect.id, `style-${Object.keys(patch).join("-")}`, { shape: kind.styled(shape, patch) }, isLive);
  };
  const all = kind.stylesOf(shape);
  const values = Object.fromEntries(Object.entries(all).filter(([key]) => kind.styleKeys.includes(key as keyof Styles)));
  return (
    <>
      <Colors values={values} onChange={change} />
      <Sizes values={values} onChange={change} />
      <Forms values={values} onChange={change} />
    </>
  );
}

function Colors({ values, onChange }: StyleProps): ReactNode {
  const { t } = useTexts();
  const { color, fill } = values;
  return (
    <>
      {color !== undefined && (
        <div className={styles.group}>
          <span className={styles.label}>{t("effect.color")}</span>
          <ColorSwatches
            label={t("effect.color")}
            customLabel={t("effect.customColor")}
            value={color}
            onChange={(next, isLive) => onChange({ color: next }, isLive)}
          />
        </div>
      )}
      {fill !== undefined && (
        <Switch label={t("effect.fill")} isOn={fill !== null} onChange={(isOn) => onChange({ fill: isOn ? "#FFFFFF" : null })} />
      )}
      {typeof fill === "string" && (
        <ColorSwatches
          label={t("effect.fill")}
          customLabel={t("effect.customColor")}
          value={fill}
          onChange={(next, isLive) => onChange({ fill: next }, isLive)}
        />
      )}
    </>
  );
}

const SIZES = [
  { key: "strokeWidth", name: "width", min: 1, max: 60 },
  { key: "fontSize", name: "fontSize", min: 8, max: 200 },
] as const;

function Sizes({ values, onChange }: StyleProps): ReactNode {
  const { t } = useTexts();
  const { opacity, zoom } = values;
  return (
    <>
      {zoom !== undefined && (
        <SliderRow
          label={t("effect.magnification")}
          min={1.1}
          max={10}
          step={0.1}
          value={zoom}
          text={t("effect.levelValue", { value: Math.round(zoom * 10) / 10 })}
          onChange={(next, isLive) => onChange({ zoom: next }, isLive)}
        />
      )}
      {SIZES.map(({ key, name, min, max }) => {
        const value = values[key];
        return value === undefined ? null : (
          <SliderRow
            key={key}
            label={t(`effect.${name}`)}
            min={min}
            max={max}
            step={1}
            value={value}
            text={t("effect.pixels", { value: Math.round(value) })}
            onChange={(next, isLive) => onChange({ [key]: next }, isLive)}
          />
        );
      })}
      {opacity !== undefined && (
        <SliderRow
          label={t("effect.opacity")}
          min={0.1}
          max={1}
          step={0.05}
          value={opacity}
          text={t("effect.percent", { value: Math.round(opacity * 100) })}
          onChange={(next, isLive) => onChange({ opacity: next }, isLive)}
        />
      )}
    </>
  );
}

function Forms({ values, onChange }: StyleProps): ReactNode {
  const { t } = useTexts();
  const { glyph, dashed, heads, curved, bold, align } = values;
  return (
    <>
      {glyph !== undefined && <StampChoices value={glyph} onChoose={(next) => onChange({ glyph: next })} />}
      {align !== undefined && <AlignControl value={align} onChange={(next) => onChange({ align: next })} />}
      {bold !== undefined && <Switch label={t("effect.bold")} isOn={bold} onChange={(next) => onChange({ bold: next })} />}
      {dashed !== undefined && <Switch label={t("effect.dashed")} isOn={dashed} onChange={(next) => onChange({ dashed: next })} />}
      {curved !== undefined && <Switch label={t("effect.curved")} isOn={curved} onChange={(next) => onChange({ curved: next })} />}
      {heads !== undefined && (
        <Switch label={t("effect.heads")} isOn={heads === "both"} onChange={(isOn) => onChange({ heads: isOn ? "both" : "end" })} />
      )}
    </>
  );
}

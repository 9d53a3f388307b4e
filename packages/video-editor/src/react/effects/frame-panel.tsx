import { FRAME_SHAPES, type EditAsset, type EditDocument } from "@stillreel/contract";
import { SMALL_ICON } from "@stillreel/editor/parts";
import { IconColorPicker, IconLibraryPhoto, IconPhotoUp } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { shadowOf } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { Segments } from "../panels/fields.tsx";
import { SliderRow } from "../parts/slider-row.tsx";
import { Switch } from "../parts/switch.tsx";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorProps } from "../video-editor.types.ts";
import styles from "./effects.module.css";

type Frame = NonNullable<EditDocument["frame"]>;
type Background = Frame["background"];

const BACKGROUNDS = [
  { name: "sunset", value: { from: "#FBE3CB", to: "#B23A77", angle: 135 } },
  { name: "sky", value: { from: "#CFE0F1", to: "#2F6FB4", angle: 135 } },
  { name: "forest", value: { from: "#CFE3D4", to: "#2F7D5B", angle: 135 } },
  { name: "violet", value: { from: "#DCD6FB", to: "#7A5AF0", angle: 135 } },
  { name: "ink", value: { color: "#17161C" } },
  { name: "paper", value: { color: "#EFEFF2" } },
] as const satisfies readonly { name: string; value: Background }[];

const DEFAULT_FRAME: Frame = { background: BACKGROUNDS[0].value, space: 96, corners: 24, shadow: true };

/** Returns the CSS of a background. */
const paint = (background: Background): string => {
  if ("color" in background) return background.color;
  return "from" in background ? `linear-gradient(${background.angle}deg, ${background.from}, ${background.to})` : "none";
};
const isSame = (one: Background, other: Background): boolean =>
  paint(one) === paint(other) && JSON.stringify(one) === JSON.stringify(other);

type Pictures = Pick<VideoEditorProps, "onUpload" | "onChoosePicture">;

/** Background, space and corners around the picture of the whole video. */
export function FramePanel(pictures: Pictures): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const frame = useEditorState((state) => state.document.frame);
  // A frame that is switched off and on again is the same one.
  const [last, setLast] = useState<Frame>(DEFAULT_FRAME);
  const set = (patch: Partial<Frame>, key: string, isLive: boolean): void => {
    editor.setFrame({ ...(frame ?? last), ...patch }, `frame-${key}`);
    if (!isLive) editor.settle();
  };
  const sizes = [
    { key: "space", max: 240 },
    { key: "corners", max: 100 },
  ] as const;
  return (
    <section className={styles.frame} aria-label={t("frame.title")}>
      <Switch
        label={
          <>
            <b className={styles.label}>{t("frame.title")}</b> <span className={styles.outcome}>{t("frame.whole")}</span>
          </>
        }
        isOn={frame !== null}
        onChange={(isOn) => {
          if (frame) setLast(frame);
          editor.setFrame(isOn ? last : null);
        }}
      />
      {frame && (
        <>
          <Backgrounds
            value={frame.background}
            {...pictures}
            onChange={(background, isLive) => set({ background }, "background", isLive)}
          />
          {sizes.map(({ key, max }) => (
            <SliderRow
              key={key}
              label={t(`frame.${key}`)}
              min={0}
              max={max}
              step={1}
              value={frame[key]}
              text={String(Math.round(frame[key]))}
              onChange={(value, isLive) => set({ [key]: value }, key, isLive)}
            />
          ))}
          <Appearance frame={frame} onChange={set} />
        </>
      )}
    </section>
  );
}

interface AppearanceProps {
  frame: Frame;
  onChange: (patch: Partial<Frame>, key: string, isLive: boolean) => void;
}

/** Strength of the shadow, and the aspect ratio of the frame. */
function Appearance({ frame, onChange }: AppearanceProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <SliderRow
        label={t("frame.shadow")}
        min={0}
        max={100}
        step={1}
        value={shadowOf(frame) * 100}
        text={t("effect.percent", { value: Math.round(shadowOf(frame) * 100) })}
        onChange={(value, isLive) => onChange({ shadow: value / 100 }, "shadow", isLive)}
      />
      <div className={styles.shape}>
        <span aria-hidden="true">{t("frame.shape")}</span>
        <Segments
          label={t("frame.shape")}
          value={frame.shape ?? "auto"}
          options={FRAME_SHAPES.map((value) => ({ value, label: value === "auto" ? t("frame.auto") : value }))}
          onChange={(shape) => onChange({ shape }, "shape", false)}
        />
      </div>
    </>
  );
}

interface BackgroundsProps extends Pictures {
  value: Background;
  onChange(value: Background, isLive: boolean): void;
}

function Backgrounds({ value, onUpload, onChoosePicture, onChange }: BackgroundsProps): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const pictures = useEditorState((state) => state.assets).filter(({ kind }) => kind === "picture");
  const isOwn = "color" in value && !BACKGROUNDS.some((one) => isSame(one.value, value));
  const take = async (given: Promise<EditAsset | null>): Promise<void> => {
    const asset = await given;
    if (!asset) return;
    editor.addAsset(asset);
    onChange({ assetId: asset.id }, false);
  };
  return (
    <div className={styles.backgrounds} role="group" aria-label={t("frame.background")}>
      {BACKGROUNDS.map((one) => (
        <button
          key={one.name}
          type="button"
          aria-label={t(`frame.${one.name}`)}
          aria-pressed={isSame(one.value, value)}
          style={{ background: paint(one.value) }}
          onClick={() => onChange(one.value, false)}
        />
      ))}
      {pictures.map(({ id, url, name }) => (
        <button
          key={id}
          type="button"
          aria-label={name || t("frame.picture")}
          aria-pressed={"assetId" in value && value.assetId === id}
          style={{ background: `center / cover url("${url}")` }}
          onClick={() => onChange({ assetId: id }, false)}
        />
      ))}
      <label data-on={isOwn || undefined} title={t("frame.custom")}>
        <IconColorPicker {...SMALL_ICON} />
        <input
          type="color"
          aria-label={t("frame.custom")}
          value={"color" in value ? value.color.toLowerCase() : "#17161c"}
          onChange={(event) => onChange({ color: event.currentTarget.value.toUpperCase() }, true)}
          onBlur={() => editor.settle()}
        />
      </label>
      <label title={t("frame.upload")}>
        <IconPhotoUp {...SMALL_ICON} />
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t("frame.upload")}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = "";
            if (file) void take(onUpload(file));
          }}
        />
      </label>
      {onChoosePicture && <FromLibrary onPress={() => void take(onChoosePicture())} />}
    </div>
  );
}

/** Offers the images of the library. */
function FromLibrary({ onPress }: { onPress(): void }): ReactNode {
  const { t } = useTexts();
  return (
    <button type="button" className={styles.offer} aria-label={t("frame.library")} title={t("frame.library")} onClick={onPress}>
      <IconLibraryPhoto {...SMALL_ICON} />
    </button>
  );
}

import type { EditAsset, EditDocument } from "@stillreel/contract";
import { EditorButton, IconButton, ICON } from "@stillreel/editor/parts";
import { IconLibraryPhoto, IconPhotoUp, IconRotate2, IconRotateClockwise2 } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { clock } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import type { VideoEditorProps } from "../video-editor.types.ts";
import { ZoomOffers } from "../zooms/zoom-offers.tsx";
import { RangeField, useFilePicker } from "./fields.tsx";
import styles from "./panels.module.css";

type Crop = NonNullable<EditDocument["crop"]>;
const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };
/** A cropped picture has at least this share of each side. */
const CROP_MIN = 0.05;

type Pictures = Pick<VideoEditorProps, "onUpload" | "onChoosePicture">;

/** What is the same for the whole video: crop, rotation and poster. */
export function VideoPanel(pictures: Pictures): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <section className={styles.section}>
        <h2 className={styles.title}>{t("panels.video")}</h2>
        <p className={styles.hint}>{t("panels.nothing")}</p>
        <Rotation />
        <CropFields />
      </section>
      <ZoomOffers />
      <Poster {...pictures} />
    </>
  );
}

const TURNS = [0, 90, 180, 270] as const;

function Rotation(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const rotate = useEditorState((state) => state.document.rotate);
  const turn = (steps: number): void => editor.setRotate(TURNS[(TURNS.indexOf(rotate) + steps + 4) % 4] ?? 0);
  return (
    <div className={styles.row} role="group" aria-label={t("panels.rotate")}>
      <span>
        {t("panels.rotate")} {rotate === 0 ? "" : `${rotate}°`}
      </span>
      <IconButton label={t("panels.rotateLeft")} icon={<IconRotate2 {...ICON} />} onPress={() => turn(-1)} />
      <IconButton label={t("panels.rotateRight")} icon={<IconRotateClockwise2 {...ICON} />} onPress={() => turn(1)} />
    </div>
  );
}

/** Numbers of the crop, for use without a pointer. They are shown while there is a crop or its tool is active. */
function CropFields(): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const crop = useEditorState((state) => state.document.crop);
  const isActive = useEditorState((state) => state.tool === "crop");
  if (!crop && !isActive) return null;
  const { x, y, width, height } = crop ?? WHOLE;
  const set = (patch: Partial<Crop>): void => {
    const next = { x, y, width, height, ...patch };
    const held = { ...next, width: Math.min(next.width, 1 - next.x), height: Math.min(next.height, 1 - next.y) };
    editor.setCrop(held, "crop");
  };
  const sides = [
    ["cropLeft", x, 0, 1 - CROP_MIN, (value: number) => set({ x: value, width: Math.max(CROP_MIN, x + width - value) })],
    ["cropTop", y, 0, 1 - CROP_MIN, (value: number) => set({ y: value, height: Math.max(CROP_MIN, y + height - value) })],
    ["cropWidth", width, CROP_MIN, 1 - x, (value: number) => set({ width: value })],
    ["cropHeight", height, CROP_MIN, 1 - y, (value: number) => set({ height: value })],
  ] as const;
  return (
    <>
      {sides.map(([name, value, min, max, change]) => (
        <RangeField
          key={name}
          label={t(`panels.${name}`)}
          value={Math.round(value * 100)}
          min={Math.round(min * 100)}
          max={Math.round(max * 100)}
          step={1}
          text={t("panels.percent", { value: Math.round(value * 100) })}
          onChange={(percent) => change(percent / 100)}
        />
      ))}
      {crop && <EditorButton label={t("panels.cropReset")} variant="default" onPress={() => editor.setCrop(null)} />}
    </>
  );
}

function Poster({ onUpload, onChoosePicture }: Pictures): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const poster = useEditorState((state) => state.document.poster);
  const assets = useEditorState((state) => state.assets);
  const [busy, setBusy] = useState<"upload" | "library" | null>(null);
  const take = (from: "upload" | "library", given: Promise<EditAsset | null>): void => {
    setBusy(from);
    void given
      .then((asset) => {
        if (!asset) return;
        editor.addAsset(asset);
        editor.setPoster({ assetId: asset.id });
      })
      .finally(() => setBusy(null));
  };
  const picker = useFilePicker("image/png,image/jpeg,image/webp", (file) => take("upload", onUpload(file)));
  const text = !poster
    ? t("panels.posterAuto")
    : "assetId" in poster
      ? assets.find(({ id }) => id === poster.assetId)?.name || t("panels.posterPicture")
      : t("panels.posterFrame", { time: clock(poster.at, 1) });
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("panels.poster")}</h2>
      <p className={styles.hint}>
        <bdi>{text}</bdi>
      </p>
      <EditorButton label={t("panels.posterHere")} variant="default" onPress={() => choosePosterHere(editor)} />
      <EditorButton
        label={t("panels.posterUpload")}
        icon={<IconPhotoUp {...ICON} />}
        variant="default"
        isBusy={busy === "upload"}
        onPress={picker.open}
      />
      {onChoosePicture && (
        <EditorButton
          label={t("panels.posterLibrary")}
          icon={<IconLibraryPhoto {...ICON} />}
          variant="default"
          isBusy={busy === "library"}
          onPress={() => take("library", onChoosePicture())}
        />
      )}
      {poster && <EditorButton label={t("panels.posterReset")} onPress={() => editor.setPoster(null)} />}
      {picker.input}
    </section>
  );
}

/** Makes the frame at the playhead the poster. */
export function choosePosterHere(editor: ReturnType<typeof useEditor>): void {
  const { itemId, at } = editor.shown();
  editor.setPoster({ at, ...(itemId === undefined ? {} : { itemId }) });
}

import type { EditDocument, EditEffectOf, PointerPoint } from "@stillreel/contract";
import { type BoxEffect, followedKeys, wholeVideo } from "@stillreel/video-editor/core";

/** The edited video: a page that scrolls by one pixel in each frame. */
export const SIZE = { width: 640, height: 360 };
export const RATE = 30;
export const SECONDS = 4;
/** A joined video and a joined image of other shapes than the edited video. Their ids are `video` and `image`. */
export const JOINED = {
  video: { width: 300, height: 400, duration: 2, frameRate: RATE },
  image: { width: 500, height: 200, duration: 0, frameRate: null },
};
/** Id of the uploaded image of a background. */
export const BACKDROP = "backdrop";

const during = { start: 0, end: SECONDS };
const ANY = { opacity: 1, rotation: 0, hidden: false };
const keys = [
  { at: 0.5, x: 0.1, y: 0.1, width: 0.2, height: 0.3 },
  { at: 3.5, x: 0.6, y: 0.5, width: 0.3, height: 0.2 },
];
/** Returns a document that changes only these parts of the whole video. */
export const documentOf = (patch: Partial<EditDocument>): EditDocument => ({ ...wholeVideo(SECONDS), ...patch });
const first = { x: 0.1, y: 0.1, width: 0.3, height: 0.4 };
const arrow = {
  ...ANY,
  id: "a",
  type: "arrow",
  from: { x: 60, y: 300 },
  to: { x: 260, y: 90 },
  bend: 0,
  color: "#E5352B",
  strokeWidth: 8,
  heads: "end",
} as const;

const text = (id: string, words: string, box: { x: number; y: number; width: number; height: number }): EditEffectOf<"text"> => ({
  ...during,
  id,
  kind: "text",
  ...box,
  text: words,
  size: 0.08,
  color: "#FFFFFF",
  background: "#17161C",
  bold: true,
  align: "start",
});
const stamp = (id: string, glyph: string, x: number, y: number, size: number): EditEffectOf<"figure"> => ({
  ...during,
  id,
  kind: "figure",
  shape: { ...ANY, id, type: "stamp", x, y, size, glyph, color: "#FFC42E" },
});

const figure = (shape: EditEffectOf<"figure">["shape"]): EditEffectOf<"figure"> => ({ ...during, id: shape.id, kind: "figure", shape });
/** Points of a wave from left to right. */
const wave = (y: number): number[] => Array.from({ length: 30 }, (_, index) => [40 + index * 18, y + 30 * Math.sin(index / 3)]).flat();

const magnifier = (
  id: string,
  box: { x: number; y: number; width: number; height: number },
  source: { x: number; y: number },
  zoom: number,
  opacity = 1,
): EditEffectOf<"figure"> => ({
  ...during,
  id,
  kind: "figure",
  shape: { ...ANY, opacity, id, type: "magnifier", ...box, source, zoom, color: "#E5352B" },
});

/** The pointer circles through the picture, ten positions a second. */
const moves = Array.from({ length: SECONDS * 10 }, (_, index): PointerPoint => {
  const angle = index / 6;
  return [index / 10, 0.5 + 0.45 * Math.cos(angle), 0.5 + 0.45 * Math.sin(angle)];
});
const followed = { ...during, x: 0.2, y: 0.2, width: 0.5, height: 0.5, easeIn: 0.6, easeOut: 0.6 };
const following: EditEffectOf<"zoom"> = {
  ...followed,
  id: "p",
  kind: "zoom",
  followsPointer: true,
  keys: followedKeys({ moves, clicks: [] }, during, followed.width) ?? [],
};

/** A text that moves by positions, also beyond the edges of the picture. It rests between two of them. */
const movingText: EditEffectOf<"text"> = {
  ...text("m", "Save as copy\n另存为", first),
  keys: [
    { at: 0.3, x: -0.1, y: 0.7, width: 0.4, height: 0.2 },
    { at: 1.5, x: 0.45, y: 0.15, width: 0.4, height: 0.2 },
    { at: 2.2, x: 0.45, y: 0.15, width: 0.4, height: 0.2 },
    { at: 3.8, x: 0.8, y: 0.75, width: 0.4, height: 0.2 },
  ],
};
/** The second in which the boxes that follow the page are where they were set. */
export const SET_AT = 1.2;
export const box = { x: 0.25, y: 0.55, width: 0.3, height: 0.12 };
export const FOLLOWING: BoxEffect[] = [
  { ...during, ...box, id: "b", kind: "blur", strength: 30 },
  { ...during, ...box, x: 0.6, id: "s", kind: "solid", color: "#1F8A57" },
  { ...during, ...box, x: 0.02, width: 0.2, id: "t", kind: "spotlight", round: false, dim: 0.5 },
];

/** Texts of a frame. With more of them, the smoothed edges of letters alone would be more than the tolerance. */
const TEXTS_AT_ONCE = 3;
/** A sentence in each language of the product. */
const LANGUAGES = [
  "Click the button at the top right",
  "Haga clic en el botón de arriba, ¿sí?",
  "Cliquez sur le bouton « Œuvre » ci-dessus",
  "Klicken Sie oben rechts auf „Größe“",
  "Clicca sul pulsante perché è lì",
  "Clique no botão à direita, não é?",
  "Klik op de knop rechtsboven, één keer",
  "Kliknij żółty przycisk u góry, gęś",
  "Нажмите кнопку справа вверху, ещё",
  "Щракнете върху бутона горе вдясно",
  "לחצו על הכפתור מימין למעלה",
  "انقر على الزر في أعلى اليمين",
  "点击右上角的按钮",
];

/** Edits that preview and render must show equally, by what they are. */
export const DOCUMENTS: Record<string, EditDocument> = {
  "a moving blur": documentOf({ effects: [{ ...during, id: "e", kind: "blur", ...first, keys, strength: 20 }] }),
  "a strong moving blur": documentOf({ effects: [{ ...during, id: "e", kind: "blur", ...first, keys, strength: 40 }] }),
  "a moving pixelation": documentOf({ effects: [{ ...during, id: "e", kind: "pixelate", ...first, keys, strength: 36 }] }),
  "a moving solid box": documentOf({ effects: [{ ...during, id: "e", kind: "solid", ...first, keys, color: "#1F8A57" }] }),
  "a text in two directions, an arrow and a spotlight": documentOf({
    effects: [
      {
        ...during,
        id: "t",
        kind: "text",
        x: 0.1,
        y: 0.7,
        width: 0.6,
        height: 0.1,
        text: "Total שלום",
        size: 0.09,
        color: "#FFFFFF",
        background: "#17161C",
        bold: true,
        align: "start",
      },
      { ...during, id: "f", kind: "figure", shape: arrow },
      { ...during, id: "s", kind: "spotlight", x: 0.3, y: 0.2, width: 0.5, height: 0.6, round: true, dim: 0.5 },
    ],
  }),
  "texts in Chinese and Arabic with line breaks": documentOf({
    effects: [
      text("a", "请点击右上角的按钮，导出2026年的报告。編輯 😀", { x: 0.05, y: 0.05, width: 0.5, height: 0.4 }),
      { ...text("b", "这个视频，说明了如何导出。", { x: 0.6, y: 0.05, width: 0.3, height: 0.4 }), bold: false },
      {
        ...during,
        id: "c",
        kind: "figure",
        shape: {
          ...ANY,
          id: "c",
          type: "callout",
          x: 60,
          y: 230,
          width: 260,
          height: 90,
          tip: { x: 400, y: 330 },
          color: "#1F8A57",
          text: "اضغط على الزر، 点击 (2)",
          fontSize: 26,
          bold: true,
          align: "start",
        },
      },
    ],
  }),
  "texts in the 13 languages": documentOf({
    effects: LANGUAGES.map((words, index) => ({
      ...text(`l${index}`, words, { x: 0.05, y: 0.05 + 0.3 * (index % TEXTS_AT_ONCE), width: 0.6, height: 0.28 }),
      start: (Math.floor(index / TEXTS_AT_ONCE) * SECONDS) / 5,
      end: ((Math.floor(index / TEXTS_AT_ONCE) + 1) * SECONDS) / 5,
      bold: index % 2 === 0,
    })),
  }),
  "stamps and emoji": documentOf({
    effects: [
      stamp("a", "check", 80, 80, 90),
      stamp("b", "👍", 220, 100, 150),
      stamp("c", "❤️", 400, 100, 150),
      stamp("d", "👩‍👩‍👧‍👦", 540, 260, 160),
      stamp("e", "⚠️", 330, 260, 140),
      stamp("f", "🇧🇬", 120, 260, 140),
    ],
  }),
  "numbered steps and the other figures of the image editor": documentOf({
    effects: [
      figure({ ...ANY, id: "a", type: "step", x: 70, y: 60, number: 1, color: "#FFC42E", size: 72 }),
      figure({ ...ANY, id: "b", type: "step", x: 170, y: 60, number: 128, color: "#E5352B", size: 90, opacity: 0.7 }),
      figure({
        ...ANY,
        id: "c",
        type: "rectangle",
        x: 240,
        y: 20,
        width: 120,
        height: 80,
        color: "#1F8A57",
        strokeWidth: 6,
        fill: null,
        radius: 14,
        rotation: 12,
      }),
      figure({
        ...ANY,
        id: "d",
        type: "ellipse",
        x: 390,
        y: 20,
        width: 110,
        height: 80,
        color: "#17161C",
        fill: "#FFC42E",
        strokeWidth: 5,
      }),
      figure({
        ...ANY,
        id: "e",
        type: "line",
        from: { x: 520, y: 30 },
        to: { x: 620, y: 110 },
        color: "#E5352B",
        strokeWidth: 8,
        dashed: true,
      }),
      figure({ ...ANY, id: "f", type: "pen", points: wave(200), color: "#6554F5", strokeWidth: 9 }),
      figure({ ...ANY, id: "g", type: "highlighter", points: wave(290), color: "#FFC42E", strokeWidth: 30 }),
    ],
  }),
  "magnifiers over covers, beside the picture and at its edge": documentOf({
    effects: [
      magnifier("a", { x: 60, y: 40, width: 200, height: 160 }, { x: 420, y: 250 }, 2.3),
      { ...during, id: "s", kind: "solid", x: 0.6, y: 0.6, width: 0.1, height: 0.2, color: "#1F8A57" },
      { ...during, id: "t", kind: "blur", ...first, strength: 20 },
      magnifier("b", { x: 300, y: 20, width: 150, height: 150 }, { x: 150, y: 100 }, 1.5, 0.6),
      magnifier("c", { x: 500, y: 200, width: 190, height: 120 }, { x: 5, y: 355 }, 3),
    ],
  }),
  "a zoom with slopes": documentOf({
    effects: [{ ...during, id: "z", kind: "zoom", x: 0.3, y: 0.4, width: 0.4, height: 0.4, easeIn: 1, easeOut: 1 }],
  }),
  "a zoom that follows the pointer": documentOf({ effects: [following] }),
  "crop, rotation and frame, after a cut at another speed": documentOf({
    clips: [
      { start: 0.5, end: 1.5, fadeIn: 0.5 },
      { start: 2, end: 4, speed: 0.5 },
    ],
    crop: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    rotate: 90,
    frame: { background: { from: "#FBE3CB", to: "#B23A77", angle: 135 }, space: 96, corners: 48, shadow: 0.4, shape: "1:1" },
  }),
  "the picture upside down, with a blur and a text": documentOf({
    rotate: 180,
    effects: [
      { ...during, id: "e", kind: "blur", ...first, strength: 20 },
      text("t", "Upside down", { x: 0.5, y: 0.6, width: 0.4, height: 0.2 }),
    ],
  }),
  "the picture on its left side, with a crop and a blur": documentOf({
    rotate: 270,
    crop: { x: 0.1, y: 0.2, width: 0.6, height: 0.75 },
    effects: [{ ...during, id: "e", kind: "blur", ...first, keys, strength: 20 }],
  }),
  "a joined video and a joined image of other shapes, with effects": documentOf({
    clips: [
      { start: 0, end: 1 },
      { start: 0.5, end: 1.5, itemId: "video" },
      { start: 0, end: 1, itemId: "image" },
      { start: 2, end: 3 },
    ],
    effects: [
      { ...during, id: "a", kind: "blur", ...first, strength: 20 },
      { ...during, id: "b", kind: "solid", ...first, color: "#1F8A57", itemId: "video" },
      { ...text("c", "Chapter two", { x: 0.1, y: 0.3, width: 0.5, height: 0.3 }), itemId: "image" },
    ],
  }),
  "joined clips, cropped, turned and on a background": documentOf({
    clips: [
      { start: 0, end: 1, itemId: "image" },
      { start: 0, end: 1, speed: 2, itemId: "video" },
      { start: 1, end: 2 },
    ],
    crop: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
    rotate: 90,
    frame: { background: { color: "#6554F5" }, space: 60, corners: 24, shadow: 0.3 },
  }),
  "an image behind the video": documentOf({
    frame: { background: { assetId: BACKDROP }, space: 200, corners: 40, shadow: 0.5, shape: "1:1" },
  }),
  "a text that moves by positions": documentOf({ effects: [movingText] }),
  "two spotlights, of which one moves and changes its size": documentOf({
    effects: [
      { ...during, id: "a", kind: "spotlight", ...first, keys, round: true, dim: 0.7 },
      { ...during, start: 1, id: "b", kind: "spotlight", x: 0.6, y: 0.05, width: 0.3, height: 0.3, round: false, dim: 0.4 },
    ],
  }),
};

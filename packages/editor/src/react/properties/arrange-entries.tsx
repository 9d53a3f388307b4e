import {
  IconCopyPlus,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconRotate2,
  IconRotateClockwise2,
  IconStackBack,
  IconStackFront,
  IconStackPop,
  IconStackPush,
  IconTrash,
} from "@tabler/icons-react";
import type { Editor, EditorCommand } from "../../core/index.ts";
import { kindOf } from "../../core/shapes/index.ts";
import type { EditorMenuEntry, EditorMenuItem } from "../image-editor.types.ts";
import { keyHint } from "../keys/key-names.ts";
import { SMALL_ICON } from "../parts/icon.ts";
import type { EditorTextKey, EditorTexts } from "../texts.ts";

const ORDER = [
  { command: "bring-to-front", key: "arrange.front", icon: IconStackFront },
  { command: "bring-forward", key: "arrange.forward", icon: IconStackPop, hint: "]" },
  { command: "send-backward", key: "arrange.backward", icon: IconStackPush, hint: "[" },
  { command: "send-to-back", key: "arrange.back", icon: IconStackBack },
] as const satisfies readonly { command: EditorCommand; key: EditorTextKey; icon: typeof IconStackFront; hint?: string }[];

const ALIGN = [
  { command: "align-left", key: "arrange.left", icon: IconLayoutAlignLeft },
  { command: "align-center", key: "arrange.center", icon: IconLayoutAlignCenter },
  { command: "align-right", key: "arrange.right", icon: IconLayoutAlignRight },
  { command: "align-top", key: "arrange.top", icon: IconLayoutAlignTop },
  { command: "align-middle", key: "arrange.middle", icon: IconLayoutAlignMiddle },
  { command: "align-bottom", key: "arrange.bottom", icon: IconLayoutAlignBottom },
] as const satisfies readonly { command: EditorCommand; key: EditorTextKey; icon: typeof IconStackFront }[];

/** Rotation of one menu click, in degrees. */
const TURN = 15;

/** Returns menu entries for the selection: order, alignment of two or more, rotation, copy. */
export function arrangeEntries(editor: Editor, { t }: EditorTexts): EditorMenuEntry[] {
  const { selection, document } = editor.getState();
  const isSeveral = selection.length > 1;
  const canTurn = document.shapes.some((shape) => selection.includes(shape.id) && kindOf(shape).canTurn);
  const item = (entry: { command: EditorCommand; key: EditorTextKey; icon: typeof IconStackFront; hint?: string }): EditorMenuItem => ({
    label: t(entry.key),
    icon: <entry.icon {...SMALL_ICON} />,
    hint: entry.hint,
    onSelect: () => editor.run(entry.command),
  });
  return [
    ...ORDER.map(item),
    ...(isSeveral ? (["divider", { heading: t("arrange.align") }] as const) : []),
    ...(isSeveral ? ALIGN.map(item) : []),
    ...(canTurn ? turnEntries(editor, t) : []),
    "divider",
    {
      label: t("properties.duplicate"),
      icon: <IconCopyPlus {...SMALL_ICON} />,
      hint: keyHint("mod+D"),
      onSelect: () => editor.run("duplicate"),
    },
  ];
}

const turnEntries = (editor: Editor, t: EditorTexts["t"]): EditorMenuEntry[] => [
  "divider",
  { label: t("arrange.turnLeft"), icon: <IconRotate2 {...SMALL_ICON} />, hint: keyHint("shift+,"), onSelect: () => editor.rotateBy(-TURN) },
  {
    label: t("arrange.turnRight"),
    icon: <IconRotateClockwise2 {...SMALL_ICON} />,
    hint: keyHint("shift+."),
    onSelect: () => editor.rotateBy(TURN),
  },
];

/** Returns the same entries and delete, for the menu of the secondary button. */
export const contextEntries = (editor: Editor, texts: EditorTexts): EditorMenuEntry[] => [
  ...arrangeEntries(editor, texts),
  "divider",
  {
    label: texts.t("properties.delete"),
    icon: <IconTrash {...SMALL_ICON} />,
    hint: keyHint("Delete"),
    isDanger: true,
    onSelect: () => editor.run("delete"),
  },
];

import type { SensitiveBox } from "@stillreel/contract";
import type { ReactNode } from "react";
import type { Editor } from "../core/index.ts";

/** Does the original stay with those who may write, when the picture is saved? */
export interface KeepOriginal {
  value: boolean;
  onChange(value: boolean): void;
}

export interface ImageEditorProps {
  /** The editor of the picture; made, kept and disposed by the host. */
  editor: Editor;
  /** Start of the top bar: a button back, the title, {@link SavedStateProps the saved state}. */
  start: ReactNode;
  /** End of the top bar, after undo and redo: Copy, Download, Share, Save. Made of `EditorButton` and `EditorMenu`. */
  actions: ReactNode;
  /** What the captured page told about itself; null when it is unknown (uploads, screens), which the button then explains. */
  sensitive: readonly SensitiveBox[] | null;
  /** The note about redactions below the layers; null leaves it away. */
  keepOriginal: KeepOriginal | null;
  /** A line below the top bar, such as "Ada changed this picture just now". */
  banner?: ReactNode;
  /** ⌘S, also while text is being written (which then has ended). */
  onSave(): void;
  /** ⌘C while no shape and no text of the page is selected. */
  onCopy(): void;
}

/** `filled` once a view; `default` has a border, `quiet` has none. */
export type EditorButtonVariant = "quiet" | "default" | "filled" | "danger";

export interface EditorButtonProps {
  label: string;
  /** 18 px, stroke 1.6, hidden from screen readers: spread `ICON` onto an icon of Tabler. */
  icon?: ReactNode;
  /** Keys as printed, such as `⌘C`: see `keyHint`. */
  hint?: string;
  variant?: EditorButtonVariant;
  /** Shows the icon alone; the label becomes its name and tooltip. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  /** The label stays, a strip runs along the bottom edge, presses do nothing. */
  isBusy?: boolean;
  onPress(): void;
}

export interface EditorMenuItem {
  label: string;
  icon?: ReactNode;
  /** Keys, or a short fact, at the end. */
  hint?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Given: one choice of several, with a check mark when true. */
  isChecked?: boolean;
  onSelect(): void;
}

/** What a menu lists: items, headings and dividers. */
export type EditorMenuEntry = EditorMenuItem | { heading: string } | "divider";

export interface EditorMenuProps {
  label: string;
  icon?: ReactNode;
  variant?: EditorButtonVariant;
  /** Shows icon and chevron alone; the label becomes name and tooltip. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  isBusy?: boolean;
  entries: readonly EditorMenuEntry[];
}

/** What is told beside the title about the last saving. `draft` is kept on this device only. */
export type SavedStateName = "saved" | "draft" | "unsaved" | "saving" | "waiting" | "failed";

export interface SavedStateProps {
  state: SavedStateName;
  /** Said instead of the state's own words. */
  text?: string;
}

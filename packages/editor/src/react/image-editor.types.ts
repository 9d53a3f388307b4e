import type { SensitiveBox } from "@stillreel/contract";
import type { ReactNode } from "react";
import type { Editor } from "../core/index.ts";

/** Whether saving stores the original for users who may write. */
export interface KeepOriginal {
  value: boolean;
  onChange(value: boolean): void;
}

export interface ImageEditorProps {
  /** The editor of the image. The host creates, owns and disposes it. */
  editor: Editor;
  /** Start of the top bar: a button back, the title, {@link SavedStateProps the saved state}. */
  start: ReactNode;
  /** End of the top bar, after undo and redo: Copy, Download, Share, Save. Built with `EditorButton` and `EditorMenu`. */
  actions: ReactNode;
  /** Private data that the captured page's structure revealed. Null when unknown (uploads, screens), which the button explains. */
  sensitive: readonly SensitiveBox[] | null;
  /** The note about redactions below the layers, or null for none. */
  keepOriginal: KeepOriginal | null;
  /** A line below the top bar, such as "Ada changed this picture just now". */
  banner?: ReactNode;
  /** Called on ⌘S, also while a text is edited (which ends first). */
  onSave(): void;
  /** Called on ⌘C while no shape and no text of the page is selected. */
  onCopy(): void;
}

/** `filled` once per view; `default` has a border, `quiet` has none. */
export type EditorButtonVariant = "quiet" | "default" | "filled" | "danger";

export interface EditorButtonProps {
  label: string;
  /** 18 px, stroke 1.6, hidden from screen readers: spread `ICON` onto a Tabler icon. */
  icon?: ReactNode;
  /** Keys as printed, such as `⌘C`: see `keyHint`. */
  hint?: string;
  variant?: EditorButtonVariant;
  /** Shows only the icon. The label becomes its name and tooltip. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  /** Shows a progress strip along the bottom edge and ignores clicks. The label stays. */
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
  /** If set, the entry is one choice of several, with a check mark when true. */
  isChecked?: boolean;
  /** If set, the entry turns a setting on and off, with a check mark when true. */
  isOn?: boolean;
  onSelect(): void;
}

/** Entries of a menu: items, headings and dividers. */
export type EditorMenuEntry = EditorMenuItem | { heading: string } | "divider";

export interface EditorMenuProps {
  label: string;
  icon?: ReactNode;
  variant?: EditorButtonVariant;
  /** Shows only icon and chevron. The label becomes name and tooltip. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  isBusy?: boolean;
  entries: readonly EditorMenuEntry[];
}

/** State of the last save, shown beside the title. `draft` is stored on this device only. */
export type SavedStateName = "saved" | "draft" | "unsaved" | "saving" | "waiting" | "failed";

export interface SavedStateProps {
  state: SavedStateName;
  /** Replaces the default text of the state. */
  text?: string;
}

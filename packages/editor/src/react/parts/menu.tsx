import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import type { EditorMenuEntry, EditorMenuItem, EditorMenuProps } from "../image-editor.types.ts";
import { useTexts } from "../texts-context.tsx";
import { IconButton, Keycap } from "./button.tsx";
import buttonStyles from "./button.module.css";
import { classNames } from "./class-names.ts";
import styles from "./menu.module.css";
import { Popover } from "./popover.tsx";
import { useRoving } from "./roving.ts";

/** A button of the top bar that opens a menu. */
export function EditorMenu({
  label,
  icon,
  variant = "quiet",
  isIconOnly = false,
  isDisabled = false,
  isBusy = false,
  entries,
}: EditorMenuProps): ReactNode {
  const { anchor, isOpen, toggle, close } = useOpening();
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classNames(buttonStyles.button, isIconOnly && buttonStyles.iconOnly, icon !== undefined && buttonStyles.shrinks)}
        data-variant={variant}
        data-tip={icon === undefined ? undefined : label}
        data-tip-always={isIconOnly || undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isBusy || undefined}
        disabled={isDisabled}
        onClick={isBusy ? undefined : toggle}
      >
        {icon}
        <span className={buttonStyles.label}>{label}</span>
        <IconChevronDown className={buttonStyles.chevron} size={14} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && <MenuList anchor={anchor} label={label} align="end" entries={entries} onClose={close} />}
    </>
  );
}

interface IconMenuProps {
  label: string;
  icon: ReactNode;
  entries: readonly EditorMenuEntry[];
  className?: string;
}

/** A small square button that opens a menu. */
export function IconMenu({ label, icon, entries, className }: IconMenuProps): ReactNode {
  const { anchor, isOpen, toggle, close } = useOpening();
  return (
    <>
      <IconButton
        ref={anchor}
        label={label}
        icon={icon}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={toggle}
      />
      {isOpen && <MenuList anchor={anchor} label={label} align="start" entries={entries} onClose={close} />}
    </>
  );
}

/** Returns the open state of a popup beside a button, with the ref for the button. */
export function useOpening(): { anchor: RefObject<HTMLButtonElement | null>; isOpen: boolean; toggle(): void; close(): void } {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const toggle = useCallback(() => setOpen((open) => !open), []);
  return { anchor, isOpen, toggle, close };
}

interface ListProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  align: "start" | "end";
  entries: readonly EditorMenuEntry[];
  onClose(): void;
}

/** The list of a menu. Arrows, Home, End and first letters move the focus. */
export function MenuList({ anchor, label, align, entries, onClose }: ListProps): ReactNode {
  const { direction } = useTexts();
  const rove = useRoving("[role^=menuitem]", "vertical", direction);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Tab") onClose();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey) focusByLetter(event);
    else rove(event);
  };
  const keyed = entries.map((entry, index) => ({ entry, key: index }));
  return (
    <Popover anchor={anchor} label={label} role="menu" align={align} onClose={onClose}>
      <div className={styles.list} role="presentation" onKeyDown={handleKey}>
        {keyed.map(({ entry, key }) => (
          <Entry key={key} entry={entry} onClose={onClose} />
        ))}
      </div>
    </Popover>
  );
}

function Entry({ entry, onClose }: { entry: EditorMenuEntry; onClose(): void }): ReactNode {
  if (entry === "divider") return <hr className={styles.divider} />;
  if ("heading" in entry) {
    return (
      <div className={styles.heading} role="presentation">
        {entry.heading}
      </div>
    );
  }
  return <Item item={entry} onClose={onClose} />;
}

function Item({ item, onClose }: { item: EditorMenuItem; onClose(): void }): ReactNode {
  const { isChecked } = item;
  return (
    <button
      type="button"
      className={styles.item}
      role={isChecked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={isChecked}
      data-first-focus={isChecked || undefined}
      data-danger={item.isDanger || undefined}
      disabled={item.isDisabled}
      onClick={() => {
        onClose();
        item.onSelect();
      }}
    >
      {item.icon}
      <span className={styles.label}>{item.label}</span>
      {item.hint !== undefined && (
        <span aria-hidden="true">
          <Keycap>{item.hint}</Keycap>
        </span>
      )}
      {isChecked !== undefined && (
        <IconCheck className={styles.check} size={16} stroke={2} data-on={isChecked || undefined} aria-hidden="true" />
      )}
    </button>
  );
}

function focusByLetter(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]:not([disabled])")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  after.find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
}

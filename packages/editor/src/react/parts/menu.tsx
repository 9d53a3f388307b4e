import { FloatingMenu, MenuItem, useDisclosure } from "@stillreel/ui/primitives";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import type { EditorMenuEntry, EditorMenuItem, EditorMenuProps } from "../image-editor.types.ts";
import { useTexts } from "../texts-context.tsx";
import { IconButton, Keycap, labelClass } from "./button.tsx";
import buttonStyles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { useFloatRoot } from "./float-root.ts";
import styles from "./menu.module.css";
import popoverStyles from "./popover.module.css";

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
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <>
      <button
        ref={opener}
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
        <span className={labelClass(isIconOnly, icon)}>{label}</span>
        <IconChevronDown className={buttonStyles.chevron} size={14} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && <MenuList anchor={opener} label={label} align="end" entries={entries} onClose={close} />}
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
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <>
      <IconButton
        ref={opener}
        label={label}
        icon={icon}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={toggle}
      />
      {isOpen && <MenuList anchor={opener} label={label} align="start" entries={entries} onClose={close} />}
    </>
  );
}

interface ListProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  align: "start" | "end";
  entries: readonly EditorMenuEntry[];
  onClose(): void;
}

/** The list of a menu of the editor. */
export function MenuList({ anchor, label, align, entries, onClose }: ListProps): ReactNode {
  const { direction } = useTexts();
  const keyed = entries.map((entry, index) => ({ entry, key: index }));
  return (
    <FloatingMenu
      anchor={anchor}
      label={label}
      align={align}
      container={useFloatRoot()}
      isMirrored={direction === "rtl"}
      className={`${popoverStyles.popover} on-raised`}
      listClassName={styles.list}
      data-editor-keys="own"
      data-menu
      onClose={onClose}
    >
      {keyed.map(({ entry, key }) => (
        <Entry key={key} entry={entry} />
      ))}
    </FloatingMenu>
  );
}

function Entry({ entry }: { entry: EditorMenuEntry }): ReactNode {
  if (entry === "divider") return <hr className={styles.divider} />;
  if ("heading" in entry) {
    return (
      <div className={styles.heading} role="presentation">
        {entry.heading}
      </div>
    );
  }
  return <Item item={entry} />;
}

function Item({ item }: { item: EditorMenuItem }): ReactNode {
  const { isChecked, isOn } = item;
  const isMarked = isOn ?? isChecked;
  return (
    <MenuItem
      className={styles.item}
      isChecked={isChecked}
      isOn={isOn}
      data-danger={item.isDanger || undefined}
      disabled={item.isDisabled}
      onSelect={item.onSelect}
    >
      {item.icon}
      <span className={styles.label}>{item.label}</span>
      {item.hint !== undefined && (
        <span aria-hidden="true">
          <Keycap>{item.hint}</Keycap>
        </span>
      )}
      {isMarked !== undefined && (
        <IconCheck className={styles.check} size={16} stroke={2} data-on={isMarked || undefined} aria-hidden="true" />
      )}
    </MenuItem>
  );
}

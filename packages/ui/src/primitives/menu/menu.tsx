import { createContext, useContext, useRef, type ComponentProps, type ReactNode, type RefObject } from "react";
import { useFocusScope, type TabBehaviour } from "../focus/focus-scope.ts";
import { useOutsidePress } from "../focus/outside-press.ts";
import { moveInMenu } from "../focus/roving-focus.ts";
import { Popover, type PopoverProps } from "../popover/popover.tsx";

const CloseMenu = createContext<() => void>(() => {});

/** Returns what closes the menu around an item: for items that are links. */
export const useCloseMenu = (): (() => void) => useContext(CloseMenu);

interface Props {
  label: string;
  /** The button of the menu. It gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  tab?: TabBehaviour;
  className?: string | undefined;
  onClose(): void;
  children: ReactNode;
}

/**
 * A menu beside its button in the same parent, which positions it by CSS. The checked item, or the first one, gets the
 * focus; arrows, Home, End and first letters move it. Escape, Tab and a press outside close the menu.
 */
export function Menu({ label, opener, tab = "leave", className, onClose, children }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusScope(box, { opener, tab, onClose });
  useOutsidePress(box, opener, onClose);
  return (
    <CloseMenu value={onClose}>
      <div ref={box} className={className} role="menu" tabIndex={-1} aria-label={label} onKeyDown={moveInMenu}>
        {children}
      </div>
    </CloseMenu>
  );
}

/** The items of a menu that another part frames, for example a dialog at the lower edge, with the keyboard of a menu. */
export function MenuList({ label, onClose, children }: Pick<Props, "label" | "onClose" | "children">): ReactNode {
  return (
    <CloseMenu value={onClose}>
      <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={moveInMenu}>
        {children}
      </div>
    </CloseMenu>
  );
}

interface FloatingProps extends Omit<PopoverProps, "role"> {
  /** Of the list inside of the box. */
  listClassName?: string | undefined;
}

/** A menu that floats over the page: a {@link Popover} with the keyboard of a menu. */
export function FloatingMenu({ listClassName, onClose, children, ...rest }: FloatingProps): ReactNode {
  return (
    <CloseMenu value={onClose}>
      <Popover role="menu" tab="leave" onClose={onClose} {...rest}>
        <div className={listClassName} role="presentation" onKeyDown={moveInMenu}>
          {children}
        </div>
      </Popover>
    </CloseMenu>
  );
}

interface ItemProps extends Omit<ComponentProps<"button">, "type" | "role" | "onClick" | "onSelect"> {
  /** Of one choice of several: is it the current one? */
  isChecked?: boolean | undefined;
  /** Of a setting: is it on? The menu does not open at it. */
  isOn?: boolean | undefined;
  /** Leaves the menu open: for an item that changes the items. */
  keepsOpen?: boolean | undefined;
  /** Runs after the menu has closed. */
  onSelect(): void;
}

/** One line of a menu: closes it, then acts. With `isChecked` it is one choice of several, with `isOn` a setting. */
export function MenuItem({ isChecked, isOn, keepsOpen = false, onSelect, ...rest }: ItemProps): ReactNode {
  const close = useCloseMenu();
  const role = isOn === undefined ? (isChecked === undefined ? "menuitem" : "menuitemradio") : "menuitemcheckbox";
  return (
    <button
      type="button"
      role={role}
      aria-checked={isOn ?? isChecked}
      data-first-focus={isChecked || undefined}
      onClick={() => {
        if (!keepsOpen) close();
        onSelect();
      }}
      {...rest}
    />
  );
}

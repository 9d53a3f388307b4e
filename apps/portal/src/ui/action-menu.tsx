import { cloneElement, Suspense, useState, type MouseEvent, type ReactElement, type ReactNode } from "react";
import type { MenuContent, MenuAnchor } from "./menu-content.ts";
import { lazyView } from "../platform/lazy-view.ts";

/** The menu's code (floating, focus trap, sheet) is loaded when pointer or focus approach the first button. */
const loadPanel = () => import("./menu-panel.tsx");
export const MenuPanel = lazyView(loadPanel, "MenuPanel");

interface ButtonProps {
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

interface Props extends MenuContent {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** The button that opens the menu. Its click handler and ARIA state are set here. */
  children: ReactElement<ButtonProps>;
}

/** A button with its menu; on phones a bottom sheet with rows of 48 px. */
export function ActionMenu({ children, isOpen, onChange, ...content }: Props): ReactNode {
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null);
  const preload = (): void => void loadPanel();
  const open = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    setAnchor({ rect: currentTarget.getBoundingClientRect(), element: currentTarget });
    onChange(true);
  };
  return (
    <>
      {cloneElement(children, {
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: preload,
        onFocus: preload,
        onClick: open,
      })}
      {isOpen && anchor && (
        <Suspense>
          <MenuPanel {...content} anchor={anchor} onClose={() => onChange(false)} />
        </Suspense>
      )}
    </>
  );
}

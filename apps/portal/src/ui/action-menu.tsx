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
  const handleClosed = (): void => {
    setAnchor(null);
    // Actions that move the focus keep it; otherwise it is on the page or on the remaining menu.
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.closest("[role=menu], [data-menu-anchor]"))
      anchor?.element.focus({ preventScroll: true });
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
      {anchor && (
        <Suspense>
          <MenuPanel {...content} isOpen={isOpen} onChange={onChange} anchor={anchor} onClosed={handleClosed} />
        </Suspense>
      )}
    </>
  );
}

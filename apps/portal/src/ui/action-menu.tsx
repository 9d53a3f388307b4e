import { cloneElement, Suspense, useState, type MouseEvent, type ReactElement, type ReactNode } from "react";
import type { MenuContent, MenuAnchor } from "./menu-content.ts";
import { lazyView } from "../platform/lazy-view.ts";

/** The menu's own code (floating, focus trap, sheet) is loaded when a pointer or the focus comes near the first button. */
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
  /** The button that opens it. Its click and its ARIA state are set here. */
  children: ReactElement<ButtonProps>;
}

/** A button and its menu; on phones a sheet from the bottom with rows of 48 px. */
export function ActionMenu({ children, isOpen, onChange, ...content }: Props): ReactNode {
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null);
  const preload = (): void => void loadPanel();
  const open = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    setAnchor({ rect: currentTarget.getBoundingClientRect(), element: currentTarget });
    onChange(true);
  };
  const handleClosed = (): void => {
    setAnchor(null);
    // Actions that move the focus themselves keep it; otherwise it lies on the page or on what is left of the menu.
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

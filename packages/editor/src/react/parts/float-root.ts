import { createContext, useContext } from "react";

/** Parent element of menus, popovers and dialogs. It is inside the editor, so that they belong to the same part of the page. */
export const FloatRoot = createContext<HTMLElement | null>(null);

/** Returns the parent of floating elements, or the page's body for components outside an editor. */
export const useFloatRoot = (): HTMLElement => useContext(FloatRoot) ?? document.body;

import { createContext, useContext } from "react";

/** Where menus, popovers and dialogs are put: inside of the editor, so that they belong to the same part of the page. */
export const FloatRoot = createContext<HTMLElement | null>(null);

/** The element for what floats; the page's body for parts that stand outside of an editor. */
export const useFloatRoot = (): HTMLElement => useContext(FloatRoot) ?? document.body;

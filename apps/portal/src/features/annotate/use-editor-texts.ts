import type { EditorTexts } from "@stillreel/editor/texts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { pageDirection } from "../../platform/i18n.ts";

/** Returns the editor's texts in the page's language. */
export function useEditorTexts(): EditorTexts {
  const { t, i18n } = useTranslation("editor");
  return useMemo(
    () => ({ t: (key, values) => String(t(key, { ...values })), language: i18n.language, direction: pageDirection() }),
    [t, i18n.language],
  );
}

import type { OutlineEntry } from "@stillreel/board/core";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { BoardItem } from "../../../entities/boards/boards.queries.ts";

/** Returns how an object of a board is named: by its kind, the section that it is in, and its text. */
export function useObjectName(items: ReadonlyMap<string, BoardItem>): (entry: OutlineEntry) => string {
  const { t } = useTranslation("boards");
  return useCallback(
    ({ kind, text, section, itemId }) => {
      const shown = text || (itemId ? (items.get(itemId)?.title ?? "") : "");
      const values = { kind: t(`kinds.${kind}`), text: shown, section: section ?? "" };
      if (shown === "") return values.kind;
      return t(section ? "objects.inSection" : "objects.named", values);
    },
    [t, items],
  );
}
